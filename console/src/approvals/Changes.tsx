/** What changes, field by field, old beside new, with names for what is referred to. */
import { useMemo } from 'react';
import type { Reference } from '../records/data/names.ts';
import { useReading } from '../records/data/reading.ts';
import { fieldOf, type Json, type TypeDescription } from '../records/description.ts';
import { FieldValue } from '../records/FieldValue.tsx';
import { labelOf } from '../records/labels.ts';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { stepIn } from './own-version.ts';

export interface Line {
  readonly field: string;
  readonly from?: Json;
  readonly to: Json;
}

export interface ChangesProps {
  readonly account: string;
  readonly type: TypeDescription | undefined;
  readonly lines: readonly Line[];
  readonly titles?: readonly [before: string, after: string] | undefined;
}

export function Changes({ account, type, lines, titles = [words.now, words.after] }: ChangesProps) {
  const references = useMemo(() => lines.flatMap((line) => referencesOf(type, line)), [type, lines]);
  const reading = useReading(account, references);
  const hasBefore = lines.some(({ from }) => from !== undefined);
  const shown = (field: string, value: Json) => {
    const described = type && fieldOf(type, field);
    const step = stepIn(value);
    if (step !== undefined && described?.kind === 'reference') return words.ofStep(step);
    return described === undefined ? (
      JSON.stringify(value)
    ) : (
      <FieldValue {...{ account, field: described, value, reading }} />
    );
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
          {lines.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              {hasBefore && <td className={styles.removed}>{shown(field, from ?? null)}</td>}
              <td className={styles.added}>{shown(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function referencesOf(type: TypeDescription | undefined, { field, from, to }: Line): Reference[] {
  const target = type && fieldOf(type, field)?.to;
  if (target === undefined) return [];
  return [from, to].flatMap((id) => (typeof id === 'number' ? [{ type: target, id }] : []));
}
