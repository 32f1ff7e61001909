/** What changes, field by field, old beside new, with names for what is referred to. */
import { type ReactNode, useMemo } from 'react';
import { findReferences, type RecordPointer } from '../records/data/names.ts';
import { type RecordDisplayContext, useDisplayContext } from '../records/data/reading.ts';
import type { FieldDescription, Json, RecordFields, TypeDescription } from '../records/description.ts';
import { FieldValue } from '../records/FieldValue.tsx';
import { Cells, RowChanges } from '../records/RowChanges.tsx';
import { rowCells } from '../records/row-changes.ts';
import { asJson } from '../records/values.ts';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { parseStepReference } from './own-version.ts';
import { fieldOfProposedChange, type ProposedChange, proposedChangeTitle } from './wishes.ts';

export interface FieldChangeTableProps {
  readonly account: string;
  readonly type: TypeDescription | undefined;
  readonly lines: readonly ProposedChange[];
  readonly titles?: readonly [before: string, after: string] | undefined;
}

export function FieldChangeTable({ account, type, lines, titles = [words.now, words.after] }: FieldChangeTableProps) {
  const references = useMemo(() => lines.flatMap((line) => referencesOf(type, line)), [type, lines]);
  const reading = useDisplayContext(account, references);
  const hasBefore = lines.some(({ from }) => from !== undefined);
  const shown = (field: FieldDescription | undefined, value: Json) => {
    if (field === undefined) return asJson(value);
    const step = parseStepReference(value);
    if (step !== undefined && field.kind === 'reference') return words.ofStep(step);
    return <FieldValue {...{ account, field, value, reading }} />;
  };
  return (
    <div className={styles.diff}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            {hasBefore && <th scope="col">{titles[0]}</th>}
            <th scope="col">{titles[1]}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a patch may write to one place twice.
            <tr key={at}>
              <th scope="row">{proposedChangeTitle(type, line)}</th>
              <Sides {...{ account, line, hasBefore, reading, shown }} field={fieldOfProposedChange(type, line)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SidesProps {
  readonly account: string;
  readonly line: ProposedChange;
  readonly field: FieldDescription | undefined;
  readonly hasBefore: boolean;
  readonly reading: RecordDisplayContext;
  readonly shown: (field: FieldDescription | undefined, value: Json) => ReactNode;
}

/** Old beside new; of a list, what differs between both. */
function Sides({ account, line, field, hasBefore, reading, shown }: SidesProps) {
  const { from, to, says, within = [] } = line;
  if (says !== undefined) return <td className={styles.added}>{says}</td>;
  if (field?.kind === 'list' && isRow(to) && within.length > 0) {
    return (
      <td className={styles.added}>
        <Cells cells={rowCells(field, to, true)} show={shown} />
      </td>
    );
  }
  if (field?.kind === 'list' && [from ?? null, to].every((side) => side === null || Array.isArray(side))) {
    return (
      <td colSpan={hasBefore ? 2 : 1}>
        <RowChanges {...{ account, field, to, reading }} from={hasBefore ? (from ?? null) : undefined} show={shown} />
      </td>
    );
  }
  return (
    <>
      {hasBefore && <td className={styles.removed}>{shown(field, from ?? null)}</td>}
      <td className={styles.added}>{shown(field, to)}</td>
    </>
  );
}

function isRow(value: Json): value is RecordFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function referencesOf(type: TypeDescription | undefined, line: ProposedChange): RecordPointer[] {
  const field = fieldOfProposedChange(type, line);
  if (field === undefined) return [];
  const sides = [line.from, line.to].map((side) =>
    field.kind === 'list' && isRow(side ?? null) ? [side!] : (side ?? null),
  );
  return findReferences(
    { fields: [field] },
    sides.map((side) => ({ [field.name]: side })),
  );
}
