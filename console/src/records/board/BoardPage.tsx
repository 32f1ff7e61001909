/** Work orders as cards in columns, by state: moved by dragging, and by a menu to the same effect. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem as Refusal } from '../../api/problem.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { focusNext } from '../../parts/focus-next.ts';
import { Link } from '../../parts/Link.tsx';
import { later } from '../../parts/later.tsx';
import { loadPart } from '../../parts/load-part.ts';
import { useOutOfReach } from '../../parts/out-of-reach.ts';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { inWords } from '../../parts/State.tsx';
import { useChanges } from '../../shell/live/heard.ts';
import { useMe } from '../../shell/me.ts';
import { words as boardWords } from '../../words/board.ts';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { useReading } from '../data/reading.ts';
import { fetchRecord, type Move, movesQuery, recordQuery, type Versioned, versionOf } from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { sentence, typeLabel } from '../labels.ts';
import { withChip } from '../list/ask-next.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import listStyles from '../list/ListPage.module.css';
import { useListQuery } from '../list/use-list-query.ts';
import { useMoment } from '../list/use-moment.ts';
import { RefPicker } from '../RefPicker.tsx';
import { needsAsking, reasonOf } from '../record/move-needs.ts';
import { titleOf } from '../title.ts';
import { BoardColumnView } from './BoardColumn.tsx';
import styles from './BoardPage.module.css';
import { boardAsked, columnsOfBoard, whyNot } from './board-columns.ts';

const MoveDialog = later(() => import('../record/MoveDialog.tsx'), 'MoveDialog');
const FilterDialog = later(() => import('../list/FilterDialog.tsx'), 'FilterDialog');

/** A card that was taken up: the version that was there then is the one that is moved. */
export interface Held {
  readonly id: number;
  readonly from: string;
  readonly record: Promise<Versioned | Refusal>;
  readonly moves: Promise<readonly Move[] | Refusal>;
}

/** A move that is made once it has what belongs to it. */
interface Asked {
  readonly card: Held;
  readonly seen: Versioned;
  readonly move: Move;
}

export function BoardPage({ account, type }: { readonly account: string; readonly type: TypeDescription }) {
  const { query, ask, text } = useListQuery(account, type);
  const moment = useMoment(query);
  const client = useQueryClient();
  const me = useMe();
  const reading = useReading(account);
  const [filterAt, setFilterAt] = useState<number | 'new'>();
  const [held, setHeld] = useState<Held>();
  const [asked, setAsked] = useState<Asked>();
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map());
  const [news, setNews] = useState(0);
  const boardID = boardAsked(query);
  const board = useQuery({ ...recordQuery(account, 'Boards', boardID ?? 0), enabled: boardID !== undefined });
  const columns = columnsOfBoard(type, board.data?.record, inWords);
  const outOfReach = useOutOfReach();
  const mayNot = me.permissions[type.name]?.write ? outOfReach : words.mayNotWrite(type.plural, sentence(me.role));
  /** Of what was moved here, up to which version: it is told as any other change is. */
  const own = useRef(new Map<number, number>());
  useChanges((change) => {
    if (change.type !== type.name || change.version <= (own.current.get(change.id) ?? 0)) return;
    setNews((count) => count + 1);
  });
  const refresh = () => {
    setNews(0);
    moment.refresh();
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
    const moves = client
      .fetchQuery({ ...movesQuery(account, type.name, id), staleTime: 0 })
      .catch((refused: Refusal) => refused);
    const taken = { id, from, record: fetchRecord(account, type.name, id), moves };
    setHeld(taken);
    return taken;
  };
  const drop = async (card: Held, to: string) => {
    setHeld(undefined);
    if (card.from === to) return;
    const reason = whyNot(type, card.from, to, inWords);
    if (reason !== undefined) return note(card.id, reason);
    const [seen, moves] = await Promise.all([card.record, card.moves]);
    if (seen instanceof Refusal) return note(card.id, seen.detail);
    if (moves instanceof Refusal) return note(card.id, moves.detail);
    const move = moves.find((one) => one.to === to);
    if (move === undefined) {
      // Somebody else has moved it since it was read.
      note(card.id, whyNot(type, String(seen.record.Status), to, inWords));
      return void refresh();
    }
    if (!move.allowed) return note(card.id, reasonOf(type, move.blockers));
    note(card.id, undefined);
    if (needsAsking(type, move)) setAsked({ card, seen, move });
    else await make({ card, seen, move }, {});
  };
  const make = async (made: Asked, fields: RecordFields): Promise<Refusal | undefined> => {
    const { card, seen, move } = made;
    const { now, refused } = await loadPart(() => import('../record/make-move.ts')).then(
      ({ makeMove }) => makeMove({ account, type, id: card.id }, seen, move.to, fields),
      (problem: Refusal) => ({ now: seen, refused: problem }),
    );
    // Another one that was opened meanwhile stays; so does what was typed, for whoever wants the move all the same.
    setAsked((open) => (open !== made ? open : refused && { ...made, seen: now }));
    if (refused === undefined) {
      own.current.set(card.id, versionOf(now.etag));
      announce(`${String(now.record.Number)}: ${inWords(move.to)}`);
      void refresh().then(() => focusNext(`[data-status="${move.to}"] [data-card="${card.id}"] button`));
      return undefined;
    }
    note(card.id, refused.detail);
    if (now !== seen) void refresh();
    return refused;
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
            now={moment.now}
            column={column}
            columns={columns}
            notes={notes}
            mayNot={mayNot}
            held={held}
            barred={held && whyNot(type, held.from, column.status, inWords)}
            onTake={take}
            onLeave={() => setHeld(undefined)}
            onDrop={(card, to) => void drop(card, to)}
          />
        ))}
      </section>
      {asked !== undefined && (
        <MoveDialog
          account={account}
          type={type}
          id={asked.card.id}
          record={asked.seen.record}
          move={asked.move}
          title={titleOf(type, asked.seen.record, reading.nameOf)}
          onClose={() => setAsked(undefined)}
          onMove={(fields) => make(asked, fields)}
        />
      )}
      {filterAt !== undefined && (
        <FilterDialog
          account={account}
          type={type}
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
