/** Author of a record's newest change, named when two users' changes are merged. */
import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { authorOf, type HistoryEntry } from './history-lines.ts';
import type { RecordLocator } from './use-saving.ts';

/**
 * Returns the author of the newest change. With `before`, only older versions count: that version is the user's own.
 */
export async function fetchNewestAuthor(
  { account, type, id }: RecordLocator,
  before = Number.POSITIVE_INFINITY,
): Promise<string> {
  const path = `/${account}/${type.name}/${id}/History?take=2`;
  const reply = await callApi<readonly HistoryEntry[]>('GET', path);
  if (reply instanceof Problem) return '';
  const entry = reply.body.find(({ version }) => version < before);
  return entry === undefined ? '' : authorOf(entry);
}
