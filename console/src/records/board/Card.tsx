/** Work order on a board: its title, delay and assignee, and a menu to move it without dragging. */
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { Menu, MenuItem } from '../../parts/Menu.tsx';
import { formatLateness } from '../../parts/times.ts';
import { words as boardWords } from '../../words/board.ts';
import { recordAddress } from '../address.ts';
import type { RecordDisplayContext } from '../data/reading.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { localDay } from '../list/relative.ts';
import { formatDate } from '../values.ts';
import type { TaskCounts } from './BoardColumn.tsx';
import type { HeldCard } from './BoardPage.tsx';
import type { BoardColumn } from './board-columns.ts';
import styles from './Card.module.css';

export interface BoardCardProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly row: RecordFields;
  readonly reading: RecordDisplayContext;
  readonly now: number;
  readonly tasks: TaskCounts | undefined;
  readonly columns: readonly BoardColumn[];
  /** Reason why the card cannot be moved. */
  readonly mayNot: string | undefined;
  /** Reason why the card's last move was rejected. */
  readonly note: string | undefined;
  readonly isHeld: boolean;
  readonly onTake: (id: number, from: string) => HeldCard;
  readonly onLeave: () => void;
  readonly onDrop: (card: HeldCard, to: string) => void;
}

export function BoardCard(props: BoardCardProps) {
  const { account, type, row, reading, now, tasks, columns, mayNot, note, isHeld, onTake, onLeave, onDrop } = props;
  const id = Number(row.ID);
  const from = String(row.Status);
  const due = typeof row.DueOn === 'string' ? row.DueOn : undefined;
  const late = due && formatLateness(row, due, now);
  const nameOf = (to: string, value: unknown) => (typeof value === 'number' ? reading.nameOf(to, value) : undefined);
  const moveTitle = `${boardWords.boardMove} ${row.Number}`;
  const isUrgent = row.Priority === 'Urgent' || row.Priority === 'High';
  return (
    <article
      className={`${styles.card} ${isHeld ? styles.held : ''}`}
      draggable={mayNot === undefined}
      data-card={id}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(row.Number));
        onTake(id, from);
      }}
      onDragEnd={onLeave}
    >
      <header>
        <Link to={recordAddress(account, type.name, id)} draggable={false}>
          {String(row.Number)}
        </Link>
        <div>
          {mayNot === undefined ? (
            <Menu label={moveTitle} shown={boardWords.boardMove} end>
              {columns
                .filter(({ status }) => status !== from)
                .map(({ name, status }) => (
                  <MenuItem key={name} onChoose={() => onDrop(onTake(id, from), status)}>
                    {name}
                  </MenuItem>
                ))}
            </Menu>
          ) : (
            <Button look="quiet" aria-label={moveTitle} why={mayNot}>
              {boardWords.boardMove}
            </Button>
          )}
        </div>
      </header>
      <p dir="auto">{String(row.Name)}</p>
      <div className={styles.meta}>
        {row.Priority !== 'None' && (
          <span className={isUrgent ? styles.urgent : undefined}>
            {isUrgent && <Icon name="up" size={12} />}
            {String(row.Priority)}
          </span>
        )}
        {nameOf('Assets', row.AssetID) && <span>{nameOf('Assets', row.AssetID)}</span>}
        <span>{nameOf('Employees', row.AssignedEmployeeID) ?? boardWords.unassigned}</span>
        {due && (
          <span className={late ? styles.late : undefined}>
            {late ?? formatDate(localDay(reading.timeZone, Date.parse(due)), reading)}
          </span>
        )}
        {tasks && <span>{boardWords.tasksDone(tasks.done, tasks.all)}</span>}
      </div>
      {note !== undefined && (
        <p className={styles.note} role="alert">
          {note}
        </p>
      )}
    </article>
  );
}
