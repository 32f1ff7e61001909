/** Editor for the rows of a list field. Every cell has its own label, and buttons add, remove and move rows. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { focusNext, labelSelector } from '../../parts/focus-next.ts';
import { words } from '../../words/records.ts';
import { recordQuery } from '../data/record-data.ts';
import type { FieldDescription, Json, RecordFields } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import { FieldInput } from './FieldInput.tsx';
import styles from './ListEditor.module.css';
import { cellsFrom, withoutSource, withSource } from './row-source.ts';

export interface ListEditorProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly rows: readonly RecordFields[];
  readonly onRows: (rows: readonly RecordFields[]) => void;
  readonly fault: string | undefined;
  /** Errors by JSON pointer within the list. */
  readonly faults: Readonly<Record<string, string>>;
}

export function ListEditor({ account, field, rows, onRows, fault, faults }: ListEditorProps) {
  const items = field.items ?? [];
  const numbering =
    field.key !== undefined && items.some(({ name, kind }) => name === field.key && kind === 'int')
      ? field.key
      : undefined;
  const shown = items.filter(({ name }) => name !== numbering);
  const choose = useSource(account, items, rows, onRows);
  const set = (at: number, name: string, value: Json) => {
    if (cellsFrom(items, name).length > 0) void choose(at, name, value);
    else onRows(rows.with(at, { ...rows[at], [name]: value }));
  };
  const swap = (at: number, by: number) => onRows(rows.with(at, rows[at + by]!).with(at + by, rows[at]!));
  const [removed, setRemoved] = useState(0);
  const remove = (at: number) => {
    onRows(rows.toSpliced(at, 1));
    setRemoved(removed + 1);
    // The next row has come to this place, unless it was the last one.
    const next = rows.length === 1 ? '> button' : labelSelector(words.removeRow(Math.min(at + 1, rows.length - 1)));
    focusNext(`[data-list="${field.name}"][data-removed="${removed + 1}"] ${next}`);
  };
  return (
    <fieldset className={styles.editor} data-list={field.name} data-removed={removed}>
      <legend className="unseen">{fieldLabel(field.name)}</legend>
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
      {rows.length === 0 && <p className="quiet">{words.noRows}</p>}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place while it is written.
        <fieldset key={at} className={styles.row} aria-label={`${fieldLabel(field.name)}, ${words.row(at + 1)}`}>
          <div className={styles.cells}>
            {shown.map((item) => (
              <FieldInput
                key={item.name}
                account={account}
                field={item}
                value={row[item.name] ?? null}
                fault={faults[`${at}/${item.name}`]}
                onValue={(value) => set(at, item.name, value)}
              />
            ))}
          </div>
          <div className={styles.buttons}>
            <Button
              look="quiet"
              icon="up"
              aria-label={words.rowUp(at + 1)}
              why={at === 0 ? 'It is the first' : undefined}
              onClick={() => swap(at, -1)}
            />
            <Button
              look="quiet"
              icon="down"
              aria-label={words.rowDown(at + 1)}
              why={at === rows.length - 1 ? 'It is the last' : undefined}
              onClick={() => swap(at, 1)}
            />
            <Button
              // Rows are keyed by position, so React would reuse this button for the next row. A second tap would then
              // remove that row.
              key={removed}
              look="quiet"
              icon="trash"
              aria-label={words.removeRow(at + 1)}
              onClick={() => remove(at)}
            />
          </div>
        </fieldset>
      ))}
      <Button icon="plus" onClick={() => onRows([...rows, emptyRow(items, numbering, rows)])}>
        {words.addRow}
      </Button>
    </fieldset>
  );
}

/** Chooses what a row names. What the row has from there is filled in once it is known; until then the service would do so. */
function useSource(
  account: string,
  items: readonly FieldDescription[],
  rows: readonly RecordFields[],
  onRows: ListEditorProps['onRows'],
) {
  const queries = useQueryClient();
  const latest = useRef<{ rows: typeof rows; onRows: typeof onRows }>(undefined);
  useEffect(() => {
    latest.current = { rows, onRows };
    return () => {
      latest.current = undefined;
    };
  }, [rows, onRows]);
  return async (at: number, name: string, value: Json) => {
    const cells = cellsFrom(items, name);
    const to = items.find((item) => item.name === name)?.to ?? '';
    const sourceOf = (id: Json | undefined) => recordQuery(account, to, Number(id));
    const before = queries.getQueryData(sourceOf(rows[at]?.[name]).queryKey)?.record;
    const row = { ...withoutSource(rows[at]!, cells, before), [name]: value };
    onRows(rows.with(at, value === null ? withSource(row, cells, undefined) : row));
    if (value === null) return;
    const source = await queries.fetchQuery(sourceOf(value)).catch(() => undefined);
    const now = latest.current;
    // The row may have been saved or changed during the request.
    if (source === undefined || now?.rows[at]?.[name] !== value) return;
    now.onRows(now.rows.with(at, withSource(now.rows[at]!, cells, source.record)));
  };
}

/** Creates an empty row. Its number follows the highest one, so that no number is reused. */
function emptyRow(
  items: readonly FieldDescription[],
  numbering: string | undefined,
  rows: readonly RecordFields[],
): RecordFields {
  const row = Object.fromEntries(items.map(({ name, default: value }) => [name, value ?? null]));
  if (numbering === undefined) return row;
  return { ...row, [numbering]: Math.max(0, ...rows.map((one) => Number(one[numbering]) || 0)) + 1 };
}
