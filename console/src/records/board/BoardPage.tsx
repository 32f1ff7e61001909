/** Work orders as cards in columns, by state: moved by dragging, and by a menu to the same effect. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem as Refusal } from '../../api/problem.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Link } from '../../parts/Link.tsx';
import { later } from '../../parts/later.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { inWords } from '../../parts/State.tsx';
import { useTimes } from '../../parts/times.ts';
import { useChanges } from '../../shell/live/heard.ts';
import { useMe } from '../../shell/me.ts';
import { words as boardWords } from '../../words/board.ts';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { useReading } from '../data/reading.ts';
import { fetchRecord, patchRecord, recordQuery, type Versioned, versionOf } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { typeLabel } from '../labels.ts';
import { withChip } from '../list/ask-next.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import listStyles from '../list/ListPage.module.css';
import { useListQuery } from '../list/use-list-query.ts';
import { RefPicker } from '../RefPicker.tsx';
import { BoardColumnView } from './BoardColumn.tsx';
import styles from './BoardPage.module.css';
import { boardAsked, columnsOfBoard, whyNot } from './board-columns.ts';

const FilterDialog = later(() => import('../list/FilterDialog.tsx'), 'FilterDialog');

/** A card that was taken up: the version that was there then is the one that is moved. */
export interface Held {
  readonly id: number;
  readonly from: string;
  readonly record: Promise<Versioned | Refusal>;
}

export function BoardPage({ account, type }: { readonly account: string; readonly type: TypeDescription }) {
  const { query, ask, text } = useListQuery(account, type);
  const client = useQueryClient();
  const times = useTimes();
  const me = useMe();
  const reading = useReading(account);
  const [filterAt, setFilterAt] = useState<number | 'new'>();
  const [held, setHeld] = useState<Held>();
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map());
  const [news, setNews] = useState(0);
  const boardID = boardAsked(query);
  const board = useQuery({ ...recordQuery(account, 'Boards', boardID ?? 0), enabled: boardID !== undefined });
  const columns = columnsOfBoard(type, board.data?.record, inWords);
  const mayNot = me.permissions[type.name]?.write ? undefined : words.mayNotWrite(type.plural, me.role);
  useChanges((change) => {
    if (change.type === type.name) setNews((count) => count + 1);
  });
  const refresh = () => {
    setNews(0);
    return client.invalidateQueries({ queryKey: [account, type.name, 'list'] });
  };
  const note = (id: number, message: string | undefined) => {
    if (message !== undefined) announce(message);
    setNotes((now) => {
      const next = new Map(now);
      if (message === undefined) next.delete(id);
      else next.set(id, message);
      return next;
    });
  };
  const take = (id: number, from: string): Held => {
    const taken = { id, from, record: fetchRecord(account, type.name, id) };
    setHeld(taken);
    return taken;
  };
  const drop = async (card: Held, to: string) => {
    setHeld(undefined);
    if (card.from === to) return;
    const reason = mayNot ?? whyNot(type, card.from, to, inWords);
    if (reason !== undefined) return note(card.id, reason);
    const seen = await card.record;
    if (seen instanceof Refusal) return note(card.id, seen.detail);
    const moved = await patchRecord(
      account,
      type.name,
      card.id,
      [{ op: 'replace', path: '/Status', value: to }],
      seen.etag,
    );
    if (!(moved instanceof Refusal)) {
      note(card.id, undefined);
      announce(`${String(moved.record.Number)}: ${inWords(to)}`);
      return void refresh();
    }
    if (moved.status !== 412) return note(card.id, moved.detail);
    const now = await fetchRecord(account, type.name, card.id);
    const version = now instanceof Refusal ? 0 : versionOf(now.etag);
    note(card.id, boardWords.conflictOnBoard(versionOf(seen.etag), version));
    void refresh();
  };
  const asList = new URLSearchParams(text);
  asList.delete('ui.view');
  return (
    <>
      <PageHeader
        title={board.data === undefined ? boardWords.boardAll : String(board.data.record.Name)}
        above={{ to: listAddress(account, type.name), label: typeLabel(type.name) }}
        actions={
          <>
            {news > 0 && (
              <div className={listStyles.pill} role="status">
                {boardWords.boardNews(news)}
                <Button look="quiet" onClick={() => void refresh()}>
                  {words.show}
                </Button>
              </div>
            )}
            <Link look="plain" to={listAddress(account, type.name, asList.toString())}>
              {words.list}
            </Link>
          </>
        }
      />
      <div className={styles.choose}>
        <Field label={boardWords.board}>
          {(named) => (
            <RefPicker
              account={account}
              to="Boards"
              label={boardWords.board}
              named={named}
              value={boardID ?? null}
              onValue={(id) => {
                const others = query.chips.filter((chip) => !('field' in chip && chip.field === 'BoardID'));
                ask({
                  chips: id === null ? others : [...others, { is: 'any', field: 'BoardID', values: [String(id)] }],
                });
              }}
            />
          )}
        </Field>
      </div>
      <FilterBar
        type={type}
        query={query}
        reading={reading}
        onSearch={(search) => ask({ search }, { replace: true })}
        onChips={(chips) => ask({ chips })}
        onFilter={(at) => setFilterAt(at ?? 'new')}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className={styles.board} aria-label={boardWords.board} tabIndex={0}>
        {columns.map((column, at) => (
          <BoardColumnView
            // biome-ignore lint/suspicious/noArrayIndexKey: a board may have two columns of one name.
            key={at}
            account={account}
            type={type}
            query={query}
            column={column}
            columns={columns}
            notes={notes}
            held={held}
            barred={held && whyNot(type, held.from, column.status, inWords)}
            onTake={take}
            onLeave={() => setHeld(undefined)}
            onDrop={(card, to) => void drop(card, to)}
          />
        ))}
      </section>
      {filterAt !== undefined && (
        <FilterDialog
          account={account}
          type={type}
          timeZone={times.timeZone}
          chip={filterAt === 'new' ? undefined : query.chips[filterAt]}
          onClose={() => setFilterAt(undefined)}
          onApply={(chip) => {
            setFilterAt(undefined);
            ask({ chips: withChip(query.chips, chip, filterAt) });
          }}
        />
      )}
    </>
  );
}
