/** Counts and measures records by group, queued like a slow list, because it reads every record that matches. */
import { Problem } from '../../../problems.ts';
import type { Summary, SummaryPage } from '../../../records/summary.ts';
import { problemOf } from '../../postgres/failures.ts';
import { withPermit } from '../../slow-work-queue.ts';
import { timestampDialect } from '../../webhooks/delivery-log.postgres.ts';
import { type ListContext, runListQuery } from '../lists/list.postgres.ts';
import { parseSummaryPage, summaryQuery } from './summary-query.ts';

export async function summarise(
  context: ListContext,
  summary: Summary,
  gone?: AbortSignal,
): Promise<SummaryPage | Problem> {
  const { slowLists, account } = context;
  const query = summaryQuery(summary, account.key, timestampDialect);
  try {
    const rows = await withPermit(slowLists, account.key, () => runListQuery<object>(context, query, gone), gone);
    // The columns of a row come in their order.
    return rows instanceof Problem
      ? rows
      : parseSummaryPage(
          summary,
          rows.map((row) => Object.values(row)),
        );
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}
