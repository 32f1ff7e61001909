/** Changes as a proposal states them, shown if it cannot be applied and so has no effect to show. */
import { type FieldDescription, findField, type Json, type TypeDescription } from '../records/description.ts';
import { fieldLabel } from '../records/labels.ts';
import { words } from '../words/approvals.ts';
import type { Proposal } from './queries.ts';

export interface ProposedChange {
  readonly field: string;
  /** The way from there on, where it is about a part of the field: a row, a cell of it. */
  readonly within?: readonly string[];
  readonly from?: Json;
  readonly to: Json;
  /** Description of the change, if it is not a value. */
  readonly says?: string;
}

export function proposedChanges(
  type: TypeDescription | undefined,
  { body, patch }: Pick<Proposal, 'body' | 'patch'>,
): ProposedChange[] {
  if (body !== null) return Object.entries(body).map(([field, to]) => ({ field, to }));
  return (patch ?? []).flatMap(({ op, path, from, value = null }): ProposedChange[] => {
    // That something is as it was does not change it.
    if (op === 'test') return [];
    if (path === '') return Object.entries(value ?? {}).map(([field, to]) => ({ field, to }));
    const line = { ...pointed(path), to: value };
    if (from !== undefined)
      return [
        { ...line, says: words.wishes[op === 'copy' ? 'copy' : 'move'](proposedChangeTitle(type, pointed(from))) },
      ];
    return [op === 'remove' && line.within.length > 0 ? { ...line, says: words.wishes.remove } : line];
  });
}

function pointed(path: string): { readonly field: string; readonly within: readonly string[] } {
  const [, field = '', ...within] = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { field, within };
}

/** "Lines, row 1, Quantity". */
export function proposedChangeTitle(
  type: TypeDescription | undefined,
  { field, within = [] }: Pick<ProposedChange, 'field' | 'within'>,
) {
  const isList = type !== undefined && findField(type, field)?.kind === 'list';
  const [row, rest] = isList ? [within[0], within.slice(1)] : [undefined, within];
  const place = row === undefined ? [] : [/^\d+$/.test(row) ? words.wishes.row(Number(row) + 1) : words.wishes.newRow];
  return [fieldLabel(field), ...place, ...rest.map(fieldLabel)].join(', ');
}

/** What the value of a line is of; undefined where nobody knows. */
export function fieldOfProposedChange(
  type: TypeDescription | undefined,
  { field, within = [] }: Pick<ProposedChange, 'field' | 'within'>,
): FieldDescription | undefined {
  const whole = type && findField(type, field);
  // A row is a list of one.
  if (whole === undefined || within.length === 0 || (whole.kind === 'list' && within.length === 1)) return whole;
  const item = within.length === 2 ? whole.items?.find(({ name }) => name === within[1]) : undefined;
  return item ?? { ...whole, name: within.at(-1)!, kind: 'value' };
}
