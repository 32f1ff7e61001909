/**
 * The rows of a list: a table of the browser's own, its first cell the link to the record; on a narrow screen the same table as cards.
 * Nothing here follows the scrolling, so however many rows there are, scrolling stays the browser's.
 */
import { memo, useRef } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import type { FullReading } from '../data/reading.ts';
import { type FieldDescription, fieldOf, type RecordFields, type TypeDescription } from '../description.ts';
import { Due, FieldValue } from '../FieldValue.tsx';
import { labelOf } from '../labels.ts';
import { titleOf } from '../title.ts';
import { showValue } from '../values.ts';
import type { OrderKey } from './chip.ts';
import styles from './RecordTable.module.css';
import { useReturn } from './use-return.ts';

export interface RecordTableProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly columns: readonly string[];
  readonly rows: readonly RecordFields[];
  readonly order: readonly OrderKey[];
  readonly reading: FullReading;
  readonly now: number;
  readonly dimmed: boolean;
  readonly selected: ReadonlySet<number>;
  /** Just changed by somebody. */
  readonly marked: ReadonlySet<number>;
  /** In view, and no longer what the list asks for. */
  readonly gone: ReadonlySet<number>;
  readonly onSort: (field: string, adds: boolean) => void;
  readonly onSelect: (id: number, isSelected: boolean) => void;
}

export function RecordTable(props: RecordTableProps) {
  const { type, columns, rows, order, dimmed, onSort } = props;
  const box = useRef<HTMLElement>(null);
  useReturn(box);
  const fields = columns.flatMap((name) => fieldOf(type, name) ?? []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section ref={box} className={styles.box} aria-label={type.plural} tabIndex={0}>
      <table className={`${styles.table} ${dimmed ? styles.dimmed : ''}`} aria-busy={dimmed}>
        <caption className="unseen">{type.plural}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.tick}>
              <span className="unseen">{words.select}</span>
            </th>
            {fields.map((field) => (
              <SortHeader key={field.name} field={field} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = Number(row.ID);
            return (
              <Row
                key={id}
                account={props.account}
                type={type}
                fields={fields}
                row={row}
                reading={props.reading}
                now={props.now}
                isSelected={props.selected.has(id)}
                isMarked={props.marked.has(id)}
                isGone={props.gone.has(id)}
                onSelect={props.onSelect}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface SortHeaderProps {
  readonly field: FieldDescription;
  readonly order: readonly OrderKey[];
  readonly onSort: (field: string, adds: boolean) => void;
}

function SortHeader({ field, order, onSort }: SortHeaderProps) {
  const at = order.findIndex((key) => key.field === field.name);
  const key = order[at];
  const sorted = key && (key.descending ? 'descending' : 'ascending');
  const label = labelOf(field.name);
  return (
    <th scope="col" aria-sort={sorted} className={isNumber(field) ? styles.numeric : undefined}>
      <button
        type="button"
        className={styles.sort}
        title={field.indexed || field.name === 'ID' ? undefined : words.slower}
        onClick={(event) => onSort(field.name, event.shiftKey)}
      >
        {label}
        {key && <Icon name={key.descending ? 'down' : 'up'} size={12} />}
        {key && order.length > 1 && <span className={styles.rank}>{at + 1}</span>}
      </button>
    </th>
  );
}

interface RowProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly fields: readonly FieldDescription[];
  readonly row: RecordFields;
  readonly reading: FullReading;
  readonly now: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isGone: boolean;
  readonly onSelect: (id: number, isSelected: boolean) => void;
}

/** A row is drawn anew only when something of it changed. */
const Row = memo(function Row({
  account,
  type,
  fields,
  row,
  reading,
  now,
  isSelected,
  isMarked,
  isGone,
  onSelect,
}: RowProps) {
  const id = Number(row.ID);
  const title = titleOf(type, row, reading.nameOf);
  const [first, ...others] = fields;
  const classes = [
    isSelected && styles.selected,
    isMarked && styles.marked,
    isGone && styles.gone,
    row.Deleted === true && styles.deleted,
  ];
  return (
    <tr className={classes.filter(Boolean).join(' ')} data-id={id}>
      <td className={styles.tick}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={words.selectRow(title)}
          onChange={(event) => onSelect(id, event.target.checked)}
        />
      </td>
      <th scope="row">
        <Link to={recordAddress(account, type.name, id)} data-row={id} className={styles.link!}>
          {first === undefined ? title : firstText(first, row, title, reading)}
        </Link>
        {row.Deleted === true && <span className={styles.mark}>{words.deletedMark}</span>}
      </th>
      {others.map((field) => (
        <td
          key={field.name}
          data-title={labelOf(field.name)}
          data-name={field.name}
          data-empty={isEmpty(row, field) || undefined}
          className={isNumber(field) ? styles.numeric : undefined}
        >
          {field.name === 'DueOn' && typeof row.DueOn === 'string' ? (
            <Due record={row} value={row.DueOn} reading={reading} now={now} />
          ) : (
            <FieldValue account={account} field={field} value={row[field.name] ?? null} reading={reading} />
          )}
        </td>
      ))}
    </tr>
  );
});

/** A link must say something, also where the field is empty. */
function firstText(field: FieldDescription, row: RecordFields, title: string, reading: FullReading): string {
  const value = row[field.name] ?? null;
  return value === null || value === '' ? title : showValue(field, value, reading);
}

/** Cards leave it out. */
function isEmpty(row: RecordFields, { name }: FieldDescription): boolean {
  return row[name] === null || row[name] === undefined || row[name] === '';
}

function isNumber({ kind, name }: FieldDescription): boolean {
  return name !== 'ID' && (kind === 'int' || kind === 'decimal');
}
