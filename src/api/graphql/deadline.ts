/**
 * Time limit for all reads of a query, the same as for one slow list. Reads in progress have limits of their own; after
 * the deadline, no further read starts.
 */
import type { Clock } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import type { ReadContext } from './read-records.ts';
import { GraphqlRefusal } from './selection.ts';

export function withDeadline(records: ReadContext['records'], ms: number, clock: Clock): ReadContext['records'] {
  const until = clock.now() + ms;
  const inTime = <Given extends unknown[], Found>(read: (...given: Given) => Promise<Found>) => {
    return async (...given: Given) => {
      if (clock.now() > until) throw new GraphqlRefusal(tookTooLong(ms));
      return read(...given);
    };
  };
  return {
    read: inTime(records.read),
    list: inTime(records.list),
    head: inTime(records.head),
    totals: inTime(records.totals),
  };
}

function tookTooLong(ms: number): Problem {
  return new Problem(
    'overloaded',
    `The query took longer than ${ms} ms and was stopped. Ask for fewer lists at a time, narrow them by exact filters, or leave totals out.`,
    { headers: { 'retry-after': '5' } },
  );
}
