/** Headings of a list. A click orders by the field; dragging the edge resizes the column. */
import { type PointerEvent, useRef } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { words } from '../../words/list.ts';
import type { FieldDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import type { OrderKey } from './chip.ts';
import { isNumericField } from './columns.ts';
import styles from './RecordTable.module.css';

export interface TableHeadProps {
  readonly fields: readonly FieldDescription[];
  readonly order: readonly OrderKey[];
  readonly onSort: (field: string, adds: boolean) => void;
  /** Called during resizing. */
  readonly onDraw: (column: number, width: number) => void;
  /** Called when resizing ends. Null restores the automatic width. */
  readonly onWidth: (field: string, width: number | null) => void;
}

export function TableHead({ fields, order, onSort, onDraw, onWidth }: TableHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.tick}>
          <span className="unseen">{words.select}</span>
        </th>
        {fields.map((field, column) => (
          <Heading
            key={field.name}
            field={field}
            order={order}
            onSort={onSort}
            onDraw={(width) => onDraw(column, width)}
            onWidth={(width) => onWidth(field.name, width)}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadingProps extends Pick<TableHeadProps, 'order' | 'onSort'> {
  readonly field: FieldDescription;
  readonly onDraw: (width: number) => void;
  readonly onWidth: (width: number | null) => void;
}

function Heading({ field, order, onSort, onDraw, onWidth }: HeadingProps) {
  const at = order.findIndex((key) => key.field === field.name);
  const key = order[at];
  const sorted = key && (key.descending ? 'descending' : 'ascending');
  return (
    <th scope="col" aria-sort={sorted} className={isNumericField(field) ? styles.numeric : undefined}>
      <button
        type="button"
        className={styles.sort}
        title={field.indexed || field.name === 'ID' ? undefined : words.slower}
        onClick={(event) => onSort(field.name, event.shiftKey)}
      >
        {fieldLabel(field.name)}
        {key && <Icon name={key.descending ? 'down' : 'up'} size={12} />}
        {key && order.length > 1 && <span className={styles.rank}>{at + 1}</span>}
      </button>
      <Edge onDraw={onDraw} onWidth={onWidth} />
    </th>
  );
}

/** Resize handle for pointers. Keyboard users set widths in the column chooser. */
function Edge({ onDraw, onWidth }: Pick<HeadingProps, 'onDraw' | 'onWidth'>) {
  const drawn = useRef<{ readonly from: number; readonly width: number }>(undefined);
  const widthAt = ({ clientX }: PointerEvent) => drawn.current!.width + clientX - drawn.current!.from;
  return (
    <span
      className={styles.edge}
      aria-hidden="true"
      data-edge
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drawn.current = { from: event.clientX, width: event.currentTarget.parentElement!.offsetWidth };
      }}
      onPointerMove={(event) => drawn.current && onDraw(widthAt(event))}
      onPointerUp={(event) => {
        if (drawn.current === undefined) return;
        const width = widthAt(event);
        const isDrawn = width !== drawn.current.width;
        drawn.current = undefined;
        if (isDrawn) onWidth(width);
      }}
      onDoubleClick={() => onWidth(null)}
    />
  );
}
