/** The rows of a list field as they are read: lines of an order with what has come of them, stops, answers. */
import { Table } from '../../parts/Table.tsx';
import { words } from '../../words/records.ts';
import type { RecordDisplayContext } from '../data/reading.ts';
import type { FieldDescription, RecordFields } from '../description.ts';
import { FieldValue } from '../FieldValue.tsx';
import { listItemFields } from '../items.ts';
import { fieldLabel } from '../labels.ts';
import styles from './ListTable.module.css';

export interface ListTableProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly rows: readonly RecordFields[];
  readonly reading: RecordDisplayContext;
}

export function ListTable({ account, field, rows, reading }: ListTableProps) {
  if (rows.length === 0) return <p className="quiet">{words.noRows}</p>;
  const numbered = rows.map((row, at) => ({ row, at }));
  const columns = listItemFields(field).map((item) => ({
    key: item.name,
    title: fieldLabel(item.name),
    numeric: item.kind === 'decimal',
    cell: ({ row }: { row: RecordFields }) =>
      item.name === 'QuantityReceived' ? (
        <Received row={row} reading={reading} item={item} account={account} />
      ) : item.name === 'Flagged' && row.Flagged === true ? (
        <strong className={styles.flagged}>{words.yes}</strong>
      ) : (
        <FieldValue account={account} field={item} value={row[item.name] ?? null} reading={reading} />
      ),
  }));
  return <Table caption={fieldLabel(field.name)} columns={columns} rows={numbered} keyOf={({ at }) => at} />;
}

/** Received share of an order line, as a number and a bar. */
function Received({
  row,
  reading,
  item,
  account,
}: {
  row: RecordFields;
  reading: RecordDisplayContext;
  item: FieldDescription;
  account: string;
}) {
  const [all, come] = [Number(row.Quantity), Number(row.QuantityReceived)];
  const part = row.ShortClosed === true ? 1 : all > 0 ? Math.min(1, come / all) : 0;
  return (
    <span className={styles.received}>
      <FieldValue account={account} field={item} value={row.QuantityReceived ?? null} reading={reading} />
      <svg width="40" height="6" aria-hidden="true">
        <rect width="40" height="6" rx="3" className={styles.whole} />
        <rect width={40 * part} height="6" rx="3" className={styles.come} />
      </svg>
    </span>
  );
}
