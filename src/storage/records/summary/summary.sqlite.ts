/** Counts and measures records by group on a reader thread, because it reads every record that matches. */
import { Problem } from '../../../problems.ts';
import type { Summary, SummaryPage } from '../../../records/summary.ts';
import { readerDialect } from '../../sql/dialect.sqlite.ts';
import { problemOf } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import { parseSummaryPage, summaryQuery } from './summary-query.ts';

export async function summarise(
  readers: ReaderPool,
  account: number,
  summary: Summary,
  gone?: AbortSignal,
): Promise<SummaryPage | Problem> {
  try {
    const rows = await readers.read(String(account), summaryQuery(summary, account, readerDialect), gone);
    return rows instanceof Problem ? rows : parseSummaryPage(summary, rows);
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}
