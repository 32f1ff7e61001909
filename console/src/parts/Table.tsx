/** Table of rows that are all loaded. Wide tables scroll sideways, and the keyboard can reach them. */
import type { ReactNode } from 'react';
import styles from './Table.module.css';

export interface TableColumn<Row> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligns numbers. */
  readonly numeric?: boolean;
  /** True if the column is hidden when rows become cards. */
  readonly minor?: boolean;
}

export interface TableProps<Row> {
  /** Description of the rows for screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** True while other rows are loading. */
  readonly dimmed?: boolean;
}

/** Table whose first cells are row headers. */
export function Table<Row>({ caption, columns, rows, keyOf, dimmed }: TableProps<Row>) {
  const [first, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.box} role="group" aria-label={caption} tabIndex={0}>
      <table className={`${styles.table} ${dimmed ? styles.dimmed : ''}`}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, numeric }) => (
              <th key={key} scope="col" className={numeric ? styles.numeric : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first!.cell(row)}</th>
              {others.map(({ key, title, cell, numeric, minor }) => (
                <td
                  key={key}
                  data-title={typeof title === 'string' ? title : undefined}
                  className={`${numeric ? styles.numeric : ''} ${minor ? styles.minor : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
