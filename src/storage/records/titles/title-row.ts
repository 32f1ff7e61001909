/** A row of the titles query. In a file of its own, because a thread that reads titles needs no catalogue. */
import type { Title } from '../../../records/store.ts';

/** The columns of a row, in their order: id, state, deleted, and the parts of the title. */
export type TitleRow = readonly [
  id: number,
  state: string | null,
  deleted: boolean | number,
  ...parts: (string | null)[],
];

export function titleOfRow([id, state, deleted, ...parts]: TitleRow): Title {
  return { id, parts, state, deleted: Boolean(deleted) };
}
