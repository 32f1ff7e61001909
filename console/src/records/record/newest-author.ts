/** Who changed a record, to be named where two people's changes met. */
import { ask } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { authorOf, type HistoryEntry } from './history-lines.ts';
import type { Place } from './use-saving.ts';

/** The newest change; with `before` the newest one before that version, which is one's own. */
export async function newestAuthor({ account, type, id }: Place, before = Number.POSITIVE_INFINITY): Promise<string> {
  const path = `/${account}/${type.name}/${id}/History?take=2`;
  const reply = await ask<readonly HistoryEntry[]>('GET', path);
  if (reply instanceof Problem) return '';
  const entry = reply.body.find(({ version }) => version < before);
  return entry === undefined ? '' : authorOf(entry);
}
