/** Dialog for a list's columns: selection, order and widths. Columns move by dragging or with buttons. */
import { type DragEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import fieldStyles from '../../parts/Field.module.css';
import { focusNext, labelSelector } from '../../parts/focus-next.ts';
import { TextInput } from '../../parts/Input.tsx';
import { words } from '../../words/columns.ts';
import { words as listWords } from '../../words/list.ts';
import type { TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import styles from './ColumnChooser.module.css';
import { selectableColumns } from './columns.ts';
import { MAX_COLUMN_WIDTH_PX, MIN_COLUMN_WIDTH_PX } from './kept-columns.ts';

export interface ColumnChooserProps {
  readonly type: TypeDescription;
  readonly columns: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** Sets the columns. Null restores the type's default columns and automatic widths. */
  readonly onColumns: (columns: readonly string[] | null) => void;
  readonly onWidth: (field: string, width: number | null) => void;
  readonly onClose: () => void;
}

export function ColumnChooser({ type, columns, widths, onColumns, onWidth, onClose }: ColumnChooserProps) {
  const [sought, setSought] = useState('');
  const [held, setHeld] = useState<string>();
  const fits = (name: string) => fieldLabel(name).toLowerCase().includes(sought.toLowerCase());
  const others = selectableColumns(type).filter((name) => !columns.includes(name));
  const moveTo = (name: string, place: number) =>
    onColumns(columns.filter((one) => one !== name).toSpliced(place, 0, name));
  /**
   * Moves the focus to the same button of the next row, or to the search field, because the pressed button disappears
   * with its row.
   */
  const goOn = (names: readonly string[], name: string, say: (label: string) => string) => {
    const shown = names.filter(fits);
    const at = shown.indexOf(name);
    const next = shown[at + 1] ?? shown[at - 1];
    focusNext(next === undefined ? 'input[type=search]' : labelSelector(say(fieldLabel(next))));
  };
  return (
    <Dialog
      open
      title={words.columnsTitle}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <>
          <Button onClick={() => onColumns(null)}>{words.columnsReset}</Button>
          <Button look="primary" onClick={onClose}>
            {listWords.close}
          </Button>
        </>
      }
    >
      <TextInput label={words.columnsSearch} type="search" value={sought} onValue={setSought} />
      <section>
        <h3>{words.columnsShown}</h3>
        <p className="quiet">{words.columnsHint}</p>
        <ol className={styles.list}>
          {columns.map((name, at) => (
            <li
              key={name}
              hidden={!fits(name)}
              draggable
              data-column={name}
              className={held === name ? styles.held : styles.movable}
              onDragStart={(event) => take(event, name, setHeld)}
              onDragEnd={() => setHeld(undefined)}
              onDragOver={(event) => held !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (held !== undefined) moveTo(held, at);
                setHeld(undefined);
              }}
            >
              <span>{fieldLabel(name)}</span>
              <WidthInput name={name} width={widths[name]} onWidth={(width) => onWidth(name, width)} />
              <Button
                look="quiet"
                icon="up"
                aria-label={words.moveUp(fieldLabel(name))}
                why={at === 0 ? words.isFirstColumn : undefined}
                onClick={() => moveTo(name, at - 1)}
              />
              <Button
                look="quiet"
                icon="down"
                aria-label={words.moveDown(fieldLabel(name))}
                why={at === columns.length - 1 ? words.isLastColumn : undefined}
                onClick={() => moveTo(name, at + 1)}
              />
              <Button
                look="quiet"
                icon="cross"
                aria-label={words.hideColumn(fieldLabel(name))}
                why={columns.length === 1 ? words.oneColumnStays : undefined}
                onClick={() => {
                  onColumns(columns.filter((one) => one !== name));
                  goOn(columns, name, words.hideColumn);
                }}
              />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>{words.columnsOthers}</h3>
        <ul className={styles.list}>
          {others.filter(fits).map((name) => (
            <li key={name}>
              <span>{fieldLabel(name)}</span>
              <Button
                look="quiet"
                icon="plus"
                aria-label={words.showColumn(fieldLabel(name))}
                onClick={() => {
                  onColumns([...columns, name]);
                  goOn(others, name, words.showColumn);
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  );
}

/**
 * Input for a width in pixels. Empty means automatic. The value applies on blur, because half a number is a different
 * width.
 */
function WidthInput({
  name,
  width,
  onWidth,
}: {
  readonly name: string;
  readonly width: number | undefined;
  readonly onWidth: (width: number | null) => void;
}) {
  return (
    <input
      key={width}
      type="number"
      className={`${fieldStyles.input} ${styles.width}`}
      aria-label={words.columnWidth(fieldLabel(name))}
      placeholder={words.columnWidthAuto}
      title={words.columnWidthHint}
      min={MIN_COLUMN_WIDTH_PX}
      max={MAX_COLUMN_WIDTH_PX}
      step={8}
      defaultValue={width ?? ''}
      onBlur={(event) => {
        const typed = Number(event.target.value);
        const wanted = typed > 0 ? typed : null;
        if (wanted !== (width ?? null)) onWidth(wanted);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}

function take(event: DragEvent, name: string, hold: (name: string) => void): void {
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', fieldLabel(name));
  hold(name);
}
