/** Differences of a list, row by row: added and removed rows, and changed cells of the others. */
import { Fragment, type ReactNode, useState } from 'react';
import { visibleText } from '../../../src/lib/visible-text.ts';
import { Button } from '../parts/Button.tsx';
import { words } from '../words/rows.ts';
import { ChangeArrow } from './Became.tsx';
import diff from './Diff.module.css';
import type { RecordDisplayContext } from './data/reading.ts';
import type { FieldDescription, Json } from './description.ts';
import { FieldValue } from './FieldValue.tsx';
import { listItemFields } from './items.ts';
import { fieldLabel } from './labels.ts';
import styles from './RowChanges.module.css';
import { diffRows, isTitleField, type RowCell, type RowChange, type RowName } from './row-changes.ts';
import { asJson, formatValue } from './values.ts';

export interface RowChangesProps {
  readonly account: string;
  readonly field: FieldDescription;
  /** Old list, or undefined if it did not exist before: the new list is then shown as it is. */
  readonly from: Json | undefined;
  readonly to: Json;
  readonly reading: RecordDisplayContext;
  /** Renders a value. Default: `FieldValue`. */
  readonly show?: Show;
}

type Show = (field: FieldDescription, value: Json) => ReactNode;

/** Number of rows shown at first. */
const INITIAL_ROWS = 10;

export function RowChanges({ account, field, from, to, reading, show }: RowChangesProps) {
  const [isOpen, setOpen] = useState(false);
  const changes = diffRows({ ...field, items: listItemFields(field) }, from, to);
  if (changes.length === 0) return <FieldValue account={account} field={field} value={to} reading={reading} />;
  // Shows one extra row if it is the only hidden one: the button would need the same space.
  const shown = isOpen || changes.length === INITIAL_ROWS + 1 ? changes : changes.slice(0, INITIAL_ROWS);
  const hidden = changes.length - shown.length;
  const showing: Show =
    show ?? ((item, value) => <FieldValue account={account} field={item} value={value} reading={reading} />);
  return (
    <div className={styles.changes}>
      <ul aria-label={words.changesOf(fieldLabel(field.name))}>
        {shown.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stand still.
          <li key={at}>
            <Row change={change} show={showing} reading={reading} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <Button onClick={() => setOpen(true)}>{words.more(hidden)}</Button>}
    </div>
  );
}

function Row({ change, show, reading }: { change: RowChange; show: Show; reading: RecordDisplayContext }) {
  if (change.is === 'order') return visibleText(words.order(change.place, change.rows.join(', ')));
  if (change.is !== 'changed') {
    return (
      <>
        <Named row={change} show={show} />
        {change.is !== 'there' && ' '}
        {change.is !== 'there' && <span className={diff[change.is]}>{words[change.is]}</span>}
        {change.cells.length > 0 && ': '}
        <Cells cells={change.cells} show={show} />
      </>
    );
  }
  return (
    <>
      <Named row={change} show={show} />:{' '}
      {change.cells.map(({ item, from, to }, n) => {
        // Values that look equal but differ, such as a number and its text, are shown as JSON.
        const isAlike = formatValue(item, from, reading) === formatValue(item, to, reading);
        const side = (value: Json) => (isAlike ? asJson(value) : show(item, value));
        return (
          <Fragment key={item.name}>
            {n > 0 && ', '}
            {fieldLabel(item.name)} <bdi className={diff.removed}>{side(from)}</bdi> <ChangeArrow />{' '}
            <bdi className={diff.added}>{side(to)}</bdi>
          </Fragment>
        );
      })}
    </>
  );
}

function Named({ row: { name, aside }, show }: { row: RowName; show: Show }) {
  return (
    <>
      <b>
        <bdi>{visibleText(name)}</bdi>
      </b>
      {aside && (
        <span className="quiet">
          {' '}
          (<bdi>{typeof aside.value === 'string' ? shortly(aside.value) : show(aside.item, aside.value)}</bdi>)
        </span>
      )}
    </>
  );
}

/** All cells of a row. */
export function Cells({ cells, show }: { readonly cells: readonly RowCell[]; readonly show: Show }) {
  return cells.map(({ item, value }, n) => (
    <Fragment key={item.name}>
      {n > 0 && ', '}
      {!isTitleField(item) && `${fieldLabel(item.name)} `}
      <bdi>{show(item, value)}</bdi>
    </Fragment>
  ));
}

/** Shortens a text that only identifies the row. Changed values are always complete. */
function shortly(text: string): string {
  const shown = visibleText(text);
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}
