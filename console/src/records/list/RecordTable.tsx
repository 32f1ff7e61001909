/**
 * The rows of a list: a table of the browser's own, its first cell the link to the record; on a narrow screen the same table as cards.
 * Nothing here follows the scrolling, so however many rows there are, scrolling stays the browser's.
 */
import { memo, useRef } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import type { RecordDisplayContext } from '../data/reading.ts';
import { type FieldDescription, findField, type RecordFields, type TypeDescription } from '../description.ts';
import { DueDate, FieldValue } from '../FieldValue.tsx';
import { fieldLabel } from '../labels.ts';
import { recordTitle } from '../title.ts';
import { formatValue } from '../values.ts';
import type { OrderKey } from './chip.ts';
import { useColumnStyleSheet } from './column-sheet.ts';
import { isNumericField } from './columns.ts';
import styles from './RecordTable.module.css';
import { TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import { useScrollRestoration } from './use-return.ts';
import type { useColumnTotals } from './use-totals.ts';

export interface RecordTableProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly columns: readonly string[];
  readonly rows: readonly RecordFields[];
  readonly order: readonly OrderKey[];
  readonly reading: RecordDisplayContext;
  readonly now: number;
  readonly dimmed: boolean;
  readonly selected: ReadonlySet<number>;
  /** Just changed by somebody. */
  readonly marked: ReadonlySet<number>;
  /** In view, and no longer what the list asks for. */
  readonly gone: ReadonlySet<number>;
  /** Looked into beside the list. */
  readonly peeked: number | undefined;
  readonly widths: Readonly<Record<string, number>>;
  /** Absent where nobody asked for them. */
  readonly totals: ReturnType<typeof useColumnTotals> | undefined;
  readonly onSort: (field: string, adds: boolean) => void;
  readonly onWidth: (field: string, width: number | null) => void;
  readonly onSelect: (id: number, isSelected: boolean) => void;
  readonly onPeek: (id: number) => void;
}

export function RecordTable(props: RecordTableProps) {
  const { type, columns, rows, order, dimmed, widths, totals } = props;
  const box = useRef<HTMLElement>(null);
  const fields = columns.flatMap((name) => findField(type, name) ?? []);
  const sheet = useColumnStyleSheet(fields.map(({ name }) => widths[name]));
  // Last: it has the browser lay out what is there.
  useScrollRestoration(box);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section ref={box} className={styles.box} aria-label={type.plural} tabIndex={0}>
      <table id={sheet.id} className={`${styles.table} ${dimmed ? styles.dimmed : ''}`} aria-busy={dimmed}>
        <caption className="unseen">{type.plural}</caption>
        <TableHead fields={fields} order={order} onSort={props.onSort} onDraw={sheet.set} onWidth={props.onWidth} />
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
                isPeeked={props.peeked === id}
                onSelect={props.onSelect}
                onPeek={props.onPeek}
              />
            );
          })}
        </tbody>
        {totals && <TableFoot fields={fields} totals={totals} reading={props.reading} />}
      </table>
    </section>
  );
}

interface RowProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly fields: readonly FieldDescription[];
  readonly row: RecordFields;
  readonly reading: RecordDisplayContext;
  readonly now: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isGone: boolean;
  readonly isPeeked: boolean;
  readonly onSelect: (id: number, isSelected: boolean) => void;
  readonly onPeek: (id: number) => void;
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
  isPeeked,
  onSelect,
  onPeek,
}: RowProps) {
  const id = Number(row.ID);
  const title = recordTitle(type, row, reading.nameOf);
  const [first, ...others] = fields;
  const classes = [
    isSelected && styles.selected,
    isMarked && styles.marked,
    isGone && styles.gone,
    isPeeked && styles.peeked,
    row.Deleted === true && styles.deleted,
  ];
  return (
    <tr className={classes.filter(Boolean).join(' ')} data-id={id}>
      <td className={styles.tick}>
        <label className="hit">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={listWords.selectRow(title)}
            onChange={(event) => onSelect(id, event.target.checked)}
          />
        </label>
      </td>
      <th scope="row">
        <Link to={recordAddress(account, type.name, id)} data-row={id} className={styles.link!}>
          {first === undefined ? title : firstText(first, row, title, reading)}
        </Link>
        {row.Deleted === true && <span className={styles.mark}>{words.deletedMark}</span>}
        <button
          type="button"
          // For pointers. By keyboard it is Space on the row, whose name it is no part of.
          tabIndex={-1}
          aria-hidden="true"
          data-look={id}
          className={styles.peek}
          title={listWords.peekHint}
          onClick={() => onPeek(id)}
        >
          <Icon name="eye" size={14} />
        </button>
      </th>
      {others.map((field) => (
        <td
          key={field.name}
          data-title={fieldLabel(field.name)}
          data-name={field.name}
          data-empty={isEmpty(row, field) || undefined}
          className={isNumericField(field) ? styles.numeric : undefined}
        >
          {field.name === 'DueOn' && typeof row.DueOn === 'string' ? (
            <DueDate record={row} value={row.DueOn} reading={reading} now={now} />
          ) : (
            <FieldValue account={account} field={field} value={row[field.name] ?? null} reading={reading} />
          )}
        </td>
      ))}
    </tr>
  );
});

/** A link must say something, also where the field is empty. */
function firstText(field: FieldDescription, row: RecordFields, title: string, reading: RecordDisplayContext): string {
  const value = row[field.name] ?? null;
  return value === null || value === '' ? title : formatValue(field, value, reading);
}

/** Cards leave it out. */
function isEmpty(row: RecordFields, { name }: FieldDescription): boolean {
  return row[name] === null || row[name] === undefined || row[name] === '';
}
