/** Under the columns of numbers: what they come to over all that match. */
import { Problem } from '../../parts/Problem.tsx';
import { words } from '../../words/list.ts';
import type { FieldDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import { EMPTY, type Reading, showValue } from '../values.ts';
import { isNumber } from './columns.ts';
import styles from './RecordTable.module.css';
import { isTold, type Measure, measures, type useTotals } from './use-totals.ts';

export interface TableFootProps {
  readonly fields: readonly FieldDescription[];
  readonly totals: ReturnType<typeof useTotals>;
  readonly reading: Reading;
}

export function TableFoot({ fields, totals, reading }: TableFootProps) {
  const [first, ...others] = fields;
  if (totals.data === undefined) {
    return (
      <tfoot>
        <tr>
          <td colSpan={fields.length + 1} className={styles.asked}>
            {totals.error ? (
              <Problem problem={totals.error} retry={() => void totals.refetch()} />
            ) : (
              <span role="status">{words.summing}</span>
            )}
          </td>
        </tr>
      </tfoot>
    );
  }
  const shown = (field: FieldDescription, measure: Measure) => {
    const value = isTold(field, measure) ? totals.data?.[field.name]?.[measure] : undefined;
    if (value === undefined || value === null) return EMPTY;
    return showValue(measure === 'mean' ? { kind: 'decimal', places: 2, name: field.name } : field, value, reading);
  };
  return (
    <tfoot>
      {measures.map((measure) => (
        <tr key={measure}>
          <td className={styles.tick} />
          <th scope="row">
            {words.measure[measure]}
            {first && totals.data?.[first.name] && ` ${shown(first, measure)}`}
          </th>
          {others.map((field) =>
            totals.data?.[field.name] === undefined ? (
              <td key={field.name} data-empty />
            ) : (
              <td key={field.name} data-title={labelOf(field.name)} className={isNumber(field) ? styles.numeric : ''}>
                {shown(field, measure)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tfoot>
  );
}
