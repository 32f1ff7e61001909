/** Board with work orders as cards in columns by state. Cards move by dragging or with a menu. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem as Refusal } from '../../api/problem.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/Button.tsx';
import { FormField } from '../../parts/Field.tsx';
import { focusNext } from '../../parts/focus-next.ts';
import { Link } from '../../parts/Link.tsx';
import { lazyComponent } from '../../parts/later.tsx';
import { loadModule } from '../../parts/load-part.ts';
import { useUnreachableReason } from '../../parts/out-of-reach.ts';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { humanizeName } from '../../parts/State.tsx';
import { useRecordChanges } from '../../shell/live/heard.ts';
import { useMe } from '../../shell/me.ts';
import { words as boardWords } from '../../words/board.ts';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { useDisplayContext } from '../data/reading.ts';
import {
  fetchRecord,
  type Move,
  movesQuery,
  parseEtagVersion,
  recordQuery,
  type VersionedRecord,
} from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { sentenceCase, typeLabel } from '../labels.ts';
import { replaceChip } from '../list/ask-next.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import listStyles from '../list/ListPage.module.css';
import { useListQuery } from '../list/use-list-query.ts';
import { useQueryTime } from '../list/use-moment.ts';
import { ReferencePicker } from '../RefPicker.tsx';
import { moveBlockedReason, needsMoveDialog } from '../record/move-needs.ts';
import { recordTitle } from '../title.ts';
import { BoardColumnView } from './BoardColumn.tsx';
import styles from './BoardPage.module.css';
import { boardIDOfQuery, columnBlockedReason, createBoardColumns } from './board-columns.ts';

const MoveDialog = lazyComponent(() => import('../record/MoveDialog.tsx'), 'MoveDialog');
const FilterDialog = lazyComponent(() => import('../list/FilterDialog.tsx'), 'FilterDialog');

/** Dragged card. The version at the start of the drag is the one that is moved. */
export interface HeldCard {
  readonly id: number;
  readonly from: string;
  readonly record: Promise<VersionedRecord | Refusal>;
  readonly moves: Promise<readonly Move[] | Refusal>;
}

/** Move that waits for its required fields. */
interface Asked {
  readonly card: HeldCard;
  readonly seen: VersionedRecord;
  readonly move: Move;
}

export function BoardPage({ account, type }: { readonly account: string; readonly type: TypeDescription }) {
  const { query, ask, text } = useListQuery(account, type);
  const moment = useQueryTime(query);
  const client = useQueryClient();
  const me = useMe();
  const reading = useDisplayContext(account);
  const [filterAt, setFilterAt] = useState<number | 'new'>();
  const [held, setHeld] = useState<HeldCard>();
  const [asked, setAsked] = useState<Asked>();
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map());
  const [news, setNews] = useState(0);
  const boardID = boardIDOfQuery(query);
  const board = useQuery({ ...recordQuery(account, 'Boards', boardID ?? 0), enabled: boardID !== undefined });
  const columns = createBoardColumns(type, board.data?.record, humanizeName);
  const outOfReach = useUnreachableReason();
  const mayNot = me.permissions[type.name]?.write ? outOfReach : words.mayNotWrite(type.plural, sentenceCase(me.role));
  /** Versions of own moves by record ID, so that they are not counted as others' changes. */
  const own = useRef(new Map<number, number>());
  useRecordChanges((change) => {
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
  const take = (id: number, from: string): HeldCard => {
    const moves = client
      .fetchQuery({ ...movesQuery(account, type.name, id), staleTime: 0 })
      .catch((refused: Refusal) => refused);
    const taken = { id, from, record: fetchRecord(account, type.name, id), moves };
    setHeld(taken);
    return taken;
  };
  const drop = async (card: HeldCard, to: string) => {
    setHeld(undefined);
    if (card.from === to) return;
    const reason = columnBlockedReason(type, card.from, to, humanizeName);
    if (reason !== undefined) return note(card.id, reason);
    const [seen, moves] = await Promise.all([card.record, card.moves]);
    if (seen instanceof Refusal) return note(card.id, seen.detail);
    if (moves instanceof Refusal) return note(card.id, moves.detail);
    const move = moves.find((one) => one.to === to);
    if (move === undefined) {
      // Another user has moved the card since it was read.
      note(card.id, columnBlockedReason(type, String(seen.record.Status), to, humanizeName));
      return void refresh();
    }
    if (!move.allowed) return note(card.id, moveBlockedReason(type, move.blockers));
    note(card.id, undefined);
    if (needsMoveDialog(type, move)) setAsked({ card, seen, move });
    else await make({ card, seen, move }, {});
  };
  const make = async (made: Asked, fields: RecordFields): Promise<Refusal | undefined> => {
    const { card, seen, move } = made;
    const { now, refused } = await loadModule(() => import('../record/make-move.ts')).then(
      ({ performMove: makeMove }) => makeMove({ account, type, id: card.id }, seen, move.to, fields),
      (problem: Refusal) => ({ now: seen, refused: problem }),
    );
    // Keeps a dialog that was opened since, and the typed values if the user still wants the move.
    setAsked((open) => (open !== made ? open : refused && { ...made, seen: now }));
    if (refused === undefined) {
      own.current.set(card.id, parseEtagVersion(now.etag));
      announce(`${String(now.record.Number)}: ${humanizeName(move.to)}`);
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
        <FormField label={boardWords.board}>
          {(named) => (
            <ReferencePicker
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
        </FormField>
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
            barred={held && columnBlockedReason(type, held.from, column.status, humanizeName)}
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
          title={recordTitle(type, asked.seen.record, reading.nameOf)}
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
            ask({ chips: replaceChip(query.chips, chip, filterAt) });
          }}
        />
      )}
    </>
  );
}
