/** Where a record can go from here. A move that cannot be made stays, with the reason under it and the way to mend it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem as Refusal } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { focusNext, nextMoveIn } from '../../parts/focus-next.ts';
import { later } from '../../parts/later.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { Unread } from '../../parts/Unread.tsx';
import { usePageActions } from '../../shell/page-actions.ts';
import { words } from '../../words/records.ts';
import { type Move, movesQuery, patchRecord, type Versioned } from '../data/record-data.ts';
import { fieldOf, type RecordFields, type TypeDescription } from '../description.ts';
import { labelOf, sentence } from '../labels.ts';
import styles from './MoveBar.module.css';
import { needsAsking, patchOfMove, reasonOf } from './move-needs.ts';
import { moveLabel, orderedMoves } from './move-words.ts';

const MoveDialog = later(() => import('./MoveDialog.tsx'), 'MoveDialog');

export interface MoveBarProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly now: Versioned;
  readonly title: string;
  readonly whyNot: string | undefined;
  /** Opens a field for writing: what a move still needs. */
  readonly onFix: (field: string) => void;
  readonly onMoved: (moved: Versioned) => void;
  /** The record has moved on: read it anew. */
  readonly onStale: () => Promise<void>;
}

export function MoveBar({ account, type, id, now, title, whyNot, onFix, onMoved, onStale }: MoveBarProps) {
  const found = useQuery(movesQuery(account, type.name, id, type.states !== null));
  const [chosen, setChosen] = useState<Move>();
  const [problem, setProblem] = useState<Refusal>();
  const [moving, setMoving] = useState<string>();
  const from = String(now.record.Status);
  const { usual, moves } = orderedMoves(from, type.states?.moves[from] ?? []);
  const known = new Map((found.data ?? []).map((move) => [move.to, move]));

  const make = async (to: string, fields: RecordFields): Promise<Refusal | undefined> => {
    setMoving(to);
    const reply = await patchRecord(account, type.name, id, patchOfMove(to, fields), now.etag);
    setMoving(undefined);
    if (reply instanceof Refusal) {
      if (reply.status === 412) await onStale();
      return reply;
    }
    onMoved(reply);
    focusNext(nextMoveIn(reply.record.Status));
    toast(`${title}: ${sentence(String(reply.record.Status))}`);
    return undefined;
  };
  const begin = async (move: Move) => {
    setProblem(undefined);
    if (needsAsking(type, move)) setChosen(move);
    else setProblem(await make(move.to, {}));
  };
  usePageActions(
    moves.map((to) => {
      const move = known.get(to);
      const why = whyNot ?? (move?.allowed ? undefined : reasonOf(type, move?.blockers ?? []));
      return { label: moveLabel(from, to), why, run: () => move && void begin(move) };
    }),
  );
  if (moves.length === 0) return null;
  return (
    <div className={styles.moves}>
      <fieldset className={styles.buttons} aria-label="Moves">
        {moves.map((to) => {
          const move = known.get(to);
          const blockers = move !== undefined && !move.allowed ? move.blockers : [];
          const why = whyNot ?? (blockers.length > 0 ? reasonOf(type, blockers) : undefined);
          const fixable = whyNot === undefined ? fixesOf(type, blockers) : [];
          return (
            <div key={to} className={styles.move}>
              <Button
                data-next={to === usual ? from : undefined}
                look={to === usual ? 'primary' : to === 'Cancelled' || to === 'Terminated' ? 'danger' : 'plain'}
                why={why}
                showWhy={whyNot === undefined}
                busy={moving === to || (move === undefined && found.isPending)}
                onClick={() => move && void begin(move)}
              >
                {moveLabel(from, to)}
              </Button>
              {fixable.length > 0 && (
                <div className={styles.fixes}>
                  {fixable.map((field) => (
                    <button key={field} type="button" className={styles.fix} onClick={() => onFix(field)}>
                      {fixLabel(type, field)}
                    </button>
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </fieldset>
      {whyNot !== undefined && <p className="quiet">{whyNot}</p>}
      {problem && <Problem problem={problem} />}
      {found.isLoadingError && <Unread of={found} />}
      {chosen && (
        <MoveDialog
          account={account}
          type={type}
          id={id}
          record={now.record}
          move={chosen}
          title={title}
          onClose={() => setChosen(undefined)}
          onMove={async (fields) => {
            const refused = await make(chosen.to, fields);
            if (refused === undefined) setChosen(undefined);
            return refused;
          }}
        />
      )}
    </div>
  );
}

/** "Choose vendor", "Edit lines", "Give name". */
function fixLabel(type: TypeDescription, name: string): string {
  const kind = fieldOf(type, name)?.kind;
  const label = labelOf(name).toLowerCase();
  return kind === 'reference' ? words.choose(label) : kind === 'list' ? words.editList(label) : words.give(label);
}

/** The fields whose lack blocks a move. */
function fixesOf(type: TypeDescription, blockers: Move['blockers']): string[] {
  const fields = blockers.map(({ pointer }) => pointer.split('/')[1] ?? '');
  return [...new Set(fields)].filter((name) => name !== 'Status' && type.fields.some((field) => field.name === name));
}
