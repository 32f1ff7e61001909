/** Metrics of GraphQL queries: what they query and how much they cost. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { QueryKind } from '../../api/graphql/compiled-query.ts';
import type { QueryObserver } from '../../api/graphql/observer.ts';

const kinds: Readonly<Record<QueryKind, true>> = { records: true, history: true, me: true, introspection: true };

export function queryMetrics(registry: Registry): QueryObserver {
  const registers = [registry];
  const queries = new Counter({
    name: 'mds_graphql_queries_total',
    help: 'GraphQL queries by what they ask for: records, history, me or introspection; one that asks for several counts in each.',
    labelNames: ['kind'],
    registers,
  });
  const cost = new Histogram({
    name: 'mds_graphql_query_cost',
    help: 'Estimated cost of the GraphQL queries that were answered.',
    buckets: [1, 10, 50, 100, 500, 1000, 2500, 5000, 10000],
    registers,
  });
  for (const kind of Object.keys(kinds)) queries.inc({ kind }, 0);
  return {
    asked(query) {
      for (const kind of query.kinds) queries.inc({ kind });
      cost.observe(query.cost);
    },
  };
}
