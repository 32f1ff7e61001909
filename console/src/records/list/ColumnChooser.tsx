/** Which fields a list shows, in which order. */
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { TextInput } from '../../parts/Input.tsx';
import { words } from '../../words/records.ts';
import type { TypeDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import styles from './ColumnChooser.module.css';
import { columnsToChoose, firstColumns } from './columns.ts';

export interface ColumnChooserProps {
  readonly type: TypeDescription;
  readonly columns: readonly string[];
  readonly onColumns: (columns: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ColumnChooser({ type, columns, onColumns, onClose }: ColumnChooserProps) {
  const [sought, setSought] = useState('');
  const fits = (name: string) => labelOf(name).toLowerCase().includes(sought.toLowerCase());
  const others = columnsToChoose(type).filter((name) => !columns.includes(name));
  const swap = (at: number, by: number) => onColumns(columns.with(at, columns[at + by]!).with(at + by, columns[at]!));
  return (
    <Dialog
      open
      title={words.columnsTitle}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <>
          <Button onClick={() => onColumns(firstColumns(type))}>{words.columnsReset}</Button>
          <Button look="primary" onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <TextInput label={words.columnsSearch} type="search" value={sought} onValue={setSought} />
      <h3>{words.columnsShown}</h3>
      <ol className={styles.list}>
        {columns.map((name, at) => (
          <li key={name} hidden={!fits(name)}>
            <span>{labelOf(name)}</span>
            <Button
              look="quiet"
              icon="up"
              aria-label={words.moveUp(labelOf(name))}
              why={at === 0 ? 'It is the first' : undefined}
              onClick={() => swap(at, -1)}
            />
            <Button
              look="quiet"
              icon="down"
              aria-label={words.moveDown(labelOf(name))}
              why={at === columns.length - 1 ? 'It is the last' : undefined}
              onClick={() => swap(at, 1)}
            />
            <Button
              look="quiet"
              icon="cross"
              aria-label={words.hideColumn(labelOf(name))}
              why={columns.length === 1 ? 'One column stays' : undefined}
              onClick={() => onColumns(columns.filter((one) => one !== name))}
            />
          </li>
        ))}
      </ol>
      <h3>{words.columnsOthers}</h3>
      <ul className={styles.list}>
        {others.filter(fits).map((name) => (
          <li key={name}>
            <span>{labelOf(name)}</span>
            <Button
              look="quiet"
              icon="plus"
              aria-label={words.showColumn(labelOf(name))}
              onClick={() => onColumns([...columns, name])}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
