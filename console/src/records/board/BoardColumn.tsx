/** One column of a board: a list of its own, with as many cards as were asked for. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../api/ask.ts';
import { Button } from '../../parts/Button.tsx';
import { grouped } from '../../parts/formats.ts';
import { State } from '../../parts/State.tsx';
import { Unread } from '../../parts/Unread.tsx';
import { words as boardWords } from '../../words/board.ts';
import { pageQuery, totalQuery } from '../data/list-data.ts';
import { namesOf, referencesIn } from '../data/names.ts';
import { useReading } from '../data/reading.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import type { ListQuery } from '../list/chip.ts';
import { useResolved } from '../list/use-resolved.ts';
import styles from './BoardPage.module.css';
import type { Held } from './BoardPage.tsx';
import { type BoardColumn, queryOfColumn } from './board-columns.ts';
import { Card } from './Card.tsx';

const TAKE = 50;
const FIELDS = ['Number', 'Name', 'Status', 'Priority', 'AssetID', 'AssignedEmployeeID', 'DueOn'];

export interface BoardColumnProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly query: ListQuery;
  /** The moment that the query is about. */
  readonly now: number;
  readonly column: BoardColumn;
  readonly columns: readonly BoardColumn[];
  readonly notes: ReadonlyMap<number, string>;
  /** Why nothing on it can be moved. */
  readonly mayNot: string | undefined;
  readonly held: Held | undefined;
  /** Why what is held cannot be put here. */
  readonly barred: string | undefined;
  readonly onTake: (id: number, from: string) => Held;
  readonly onLeave: () => void;
  readonly onDrop: (card: Held, to: string) => void;
}

export function BoardColumnView(props: BoardColumnProps) {
  const { account, type, query, now, column, columns, notes, mayNot, held, barred, onTake, onLeave, onDrop } = props;
  const { status } = column;
  const [take, setTake] = useState(TAKE);
  const asked = useMemo(() => queryOfColumn(query, status, take), [query, status, take]);
  const resolved = useResolved(type, asked, now);
  const client = useQueryClient();
  /** A card that grows pushes those below it away from whoever is about to press them. */
  const beside = async (cards: readonly RecordFields[]) => {
    const names = namesOf(account).want(referencesIn(type, cards, FIELDS));
    if (cards.length > 0) await client.prefetchQuery(tasksQuery(account, cards));
    await names;
  };
  const page = useQuery({ ...pageQuery(account, type, resolved.query, FIELDS, beside), enabled: resolved.isKnown });
  const total = useQuery(totalQuery(account, type, resolved.query, page.isSuccess && page.data.more));
  const rows = page.data?.rows;
  const references = useMemo(() => (rows ? referencesIn(type, rows, FIELDS) : []), [type, rows]);
  const reading = useReading(account, references);
  const tasks = useTasks(account, rows ?? NONE);
  const counted = page.data?.more ? (total.data === undefined ? '…' : grouped(total.data, reading.locale)) : undefined;
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
          <State of={column.status} label={column.name} />
        </h2>
        <span className="quiet">
          {rows === undefined ? '' : counted === undefined ? rows.length : boardWords.boardOf(rows.length, counted)}
          {column.isRecent && ` · ${boardWords.boardRecent}`}
        </span>
      </header>
      {barred !== undefined && <p className={styles.reason}>{barred}</p>}
      {rows === undefined ? (
        <Unread of={page} rows={3} />
      ) : (
        <ol className={styles.cards}>
          {rows.map((row) => (
            <li key={String(row.ID)}>
              <Card
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
      {page.data?.more && <Button onClick={() => setTake(take + TAKE)}>{boardWords.boardMore}</Button>}
    </section>
  );
}

const NONE: readonly RecordFields[] = [];

export interface TasksOf {
  readonly done: number;
  readonly all: number;
}

function useTasks(account: string, cards: readonly RecordFields[]): ReadonlyMap<number, TasksOf> {
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

/** Of all cards at once; a query names a hundred at most. */
function tasksQuery(account: string, cards: readonly RecordFields[]) {
  const asked = cards
    .slice(0, TAKE)
    .map(({ ID }) => `WorkOrderID=${ID}`)
    .join('&');
  return queryOptions({
    queryKey: [account, 'Tasks', 'list', 'of', asked],
    queryFn: read<readonly { WorkOrderID: number; Status: string }[]>(
      `/${account}/Tasks?${asked}&take=1000&fields=WorkOrderID,Status`,
    ),
    enabled: cards.length > 0,
  });
}
