/**
 * Rows of a list as a native table. The first cell links to the record. On narrow screens, the same table is shown as
 * cards. No code reacts to scrolling, so it stays fast with any number of rows.
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
  /** IDs of rows that another user has just changed. */
  readonly marked: ReadonlySet<number>;
  /** IDs of rows in view that no longer match the query. */
  readonly gone: ReadonlySet<number>;
  /** ID of the record in the preview beside the list. */
  readonly peeked: number | undefined;
  readonly widths: Readonly<Record<string, number>>;
  /** Column totals. Undefined if the user has not requested them. */
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
  // Must be the last hook: it forces a layout of the rendered content.
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

/** Row that renders again only if its own props change. */
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
          // For pointers only. Keyboard users press Space on the row; the row's name excludes this button.
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

/** Returns the text of the first cell. An empty field shows the title, because a link needs a text. */
function firstText(field: FieldDescription, row: RecordFields, title: string, reading: RecordDisplayContext): string {
  const value = row[field.name] ?? null;
  return value === null || value === '' ? title : formatValue(field, value, reading);
}

/** True if the field is empty. Cards omit empty fields. */
function isEmpty(row: RecordFields, { name }: FieldDescription): boolean {
  return row[name] === null || row[name] === undefined || row[name] === '';
}
