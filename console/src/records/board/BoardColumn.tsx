/** Column of a board: a separate list, with cards loaded in pages. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createQueryFn } from '../../api/ask.ts';
import { Button } from '../../parts/Button.tsx';
import { formatCount } from '../../parts/formats.ts';
import { StateLabel } from '../../parts/State.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { words as boardWords } from '../../words/board.ts';
import { listPageQuery, listTotalQuery } from '../data/list-data.ts';
import { findReferences, getNameStore } from '../data/names.ts';
import { useDisplayContext } from '../data/reading.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import type { ListQuery } from '../list/chip.ts';
import { useResolvedQuery } from '../list/use-resolved.ts';
import styles from './BoardPage.module.css';
import type { HeldCard } from './BoardPage.tsx';
import { type BoardColumn, columnQuery } from './board-columns.ts';
import { BoardCard } from './Card.tsx';

const CARDS_PER_PAGE = 50;
const CARD_FIELDS = ['Number', 'Name', 'Status', 'Priority', 'AssetID', 'AssignedEmployeeID', 'DueOn'];

export interface BoardColumnProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly query: ListQuery;
  /** Reference time of the query's relative values. */
  readonly now: number;
  readonly column: BoardColumn;
  readonly columns: readonly BoardColumn[];
  readonly notes: ReadonlyMap<number, string>;
  /** Reason why no card on the board can be moved. */
  readonly mayNot: string | undefined;
  readonly held: HeldCard | undefined;
  /** Reason why the dragged card cannot be dropped here. */
  readonly barred: string | undefined;
  readonly onTake: (id: number, from: string) => HeldCard;
  readonly onLeave: () => void;
  readonly onDrop: (card: HeldCard, to: string) => void;
}

export function BoardColumnView(props: BoardColumnProps) {
  const { account, type, query, now, column, columns, notes, mayNot, held, barred, onTake, onLeave, onDrop } = props;
  const { status } = column;
  const [take, setTake] = useState(CARDS_PER_PAGE);
  const asked = useMemo(() => columnQuery(query, status, take), [query, status, take]);
  const resolved = useResolvedQuery(type, asked, now);
  const client = useQueryClient();
  /**
   * Loads titles and tasks before the cards appear: a card that grows later would move the cards below it while the
   * user is clicking.
   */
  const beside = async (cards: readonly RecordFields[]) => {
    const names = getNameStore(account).want(findReferences(type, cards, CARD_FIELDS));
    if (cards.length > 0) await client.prefetchQuery(tasksQuery(account, cards));
    await names;
  };
  const page = useQuery({
    ...listPageQuery(account, type, resolved.query, CARD_FIELDS, beside),
    enabled: resolved.isKnown,
  });
  const total = useQuery(listTotalQuery(account, type, resolved.query, page.isSuccess && page.data.more));
  const rows = page.data?.rows;
  const references = useMemo(() => (rows ? findReferences(type, rows, CARD_FIELDS) : []), [type, rows]);
  const reading = useDisplayContext(account, references);
  const tasks = useTasks(account, rows ?? NONE);
  const counted = page.data?.more
    ? total.data === undefined
      ? '…'
      : formatCount(total.data, reading.locale)
    : undefined;
  return (
    <section
      className={`${styles.column} ${barred === undefined ? '' : styles.barred}`}
      aria-label={column.name}
      data-status={column.status}
      onDragOver={(event) => held !== undefined && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (held !== undefined) onDrop(held, column.status);
      }}
    >
      <header>
        <h2>
          <StateLabel of={column.status} label={column.name} />
        </h2>
        <span className="quiet">
          {rows === undefined ? '' : counted === undefined ? rows.length : boardWords.boardOf(rows.length, counted)}
          {column.isRecent && ` · ${boardWords.boardRecent}`}
        </span>
      </header>
      {barred !== undefined && <p className={styles.reason}>{barred}</p>}
      {rows === undefined ? (
        <QueryPlaceholder of={page} rows={3} />
      ) : (
        <ol className={styles.cards}>
          {rows.map((row) => (
            <li key={String(row.ID)}>
              <BoardCard
                account={account}
                type={type}
                row={row}
                reading={reading}
                now={now}
                tasks={tasks.get(Number(row.ID))}
                columns={columns}
                mayNot={mayNot}
                note={notes.get(Number(row.ID))}
                isHeld={held?.id === Number(row.ID)}
                onTake={onTake}
                onLeave={onLeave}
                onDrop={onDrop}
              />
            </li>
          ))}
        </ol>
      )}
      {page.data?.more && <Button onClick={() => setTake(take + CARDS_PER_PAGE)}>{boardWords.boardMore}</Button>}
    </section>
  );
}

const NONE: readonly RecordFields[] = [];

export interface TaskCounts {
  readonly done: number;
  readonly all: number;
}

function useTasks(account: string, cards: readonly RecordFields[]): ReadonlyMap<number, TaskCounts> {
  const { data } = useQuery(tasksQuery(account, cards));
  return useMemo(() => {
    const counted = new Map<number, { done: number; all: number }>();
    for (const { WorkOrderID, Status } of data ?? []) {
      if (Status === 'Cancelled') continue;
      const known = counted.get(WorkOrderID) ?? { done: 0, all: 0 };
      counted.set(WorkOrderID, { done: known.done + (Status === 'Completed' ? 1 : 0), all: known.all + 1 });
    }
    return counted;
  }, [data]);
}

/** Reads the tasks of all cards in one request. A query names at most a hundred records. */
function tasksQuery(account: string, cards: readonly RecordFields[]) {
  const asked = cards
    .slice(0, CARDS_PER_PAGE)
    .map(({ ID }) => `WorkOrderID=${ID}`)
    .join('&');
  return queryOptions({
    queryKey: [account, 'Tasks', 'list', 'of', asked],
    queryFn: createQueryFn<readonly { WorkOrderID: number; Status: string }[]>(
      `/${account}/Tasks?${asked}&take=1000&fields=WorkOrderID,Status`,
    ),
    enabled: cards.length > 0,
  });
}
