/** Under the columns of numbers: what they come to over all that match. */
import { ProblemMessage } from '../../parts/Problem.tsx';
import { words } from '../../words/list.ts';
import type { FieldDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import { type DisplayContext, EMPTY_VALUE, formatValue } from '../values.ts';
import { isNumericField } from './columns.ts';
import styles from './RecordTable.module.css';
import { isMeasureMeaningful, measures, type TotalMeasure, type useColumnTotals } from './use-totals.ts';

export interface TableFootProps {
  readonly fields: readonly FieldDescription[];
  readonly totals: ReturnType<typeof useColumnTotals>;
  readonly reading: DisplayContext;
}

export function TableFoot({ fields, totals, reading }: TableFootProps) {
  const [first, ...others] = fields;
  if (totals.data === undefined) {
    return (
      <tfoot>
        <tr>
          <td colSpan={fields.length + 1} className={styles.asked}>
            {totals.error ? (
              <ProblemMessage problem={totals.error} retry={() => void totals.refetch()} />
            ) : (
              <span role="status">{words.summing}</span>
            )}
          </td>
        </tr>
      </tfoot>
    );
  }
  const shown = (field: FieldDescription, measure: TotalMeasure) => {
    const value = isMeasureMeaningful(field, measure) ? totals.data?.[field.name]?.[measure] : undefined;
    if (value === undefined || value === null) return EMPTY_VALUE;
    return formatValue(measure === 'mean' ? { kind: 'decimal', places: 2, name: field.name } : field, value, reading);
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
              <td
                key={field.name}
                data-title={fieldLabel(field.name)}
                className={isNumericField(field) ? styles.numeric : ''}
              >
                {shown(field, measure)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tfoot>
  );
}
