/** Moves of a record. A blocked move stays visible, with the reason and a way to fix it. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { focusNext, nextMoveSelector } from '../../parts/focus-next.ts';
import { lazyComponent } from '../../parts/later.tsx';
import { loadModule } from '../../parts/load-part.ts';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { usePageActions } from '../../shell/page-actions.ts';
import { words } from '../../words/records.ts';
import { type Move, movesQuery, type VersionedRecord } from '../data/record-data.ts';
import { findField, type RecordFields, type TypeDescription } from '../description.ts';
import { fieldLabel, sentenceCase } from '../labels.ts';
import styles from './MoveBar.module.css';
import type { MoveOutcome, UnsavedChanges } from './make-move.ts';
import { moveBlockedReason, needsMoveDialog } from './move-needs.ts';
import { moveLabel, orderedMoves } from './move-words.ts';

const MoveDialog = lazyComponent(() => import('./MoveDialog.tsx'), 'MoveDialog');

export interface MoveBarProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly now: VersionedRecord;
  readonly title: string;
  readonly whyNot: string | undefined;
  /** Opens a field that a move needs for editing. */
  readonly onFix: (field: string) => void;
  /** Unsaved values of the record. They are saved before a move. */
  readonly draft: RecordFields | undefined;
  readonly unsaved: UnsavedChanges;
  /** Called with the current record after a move, or after a merge with others' changes (`met`). */
  readonly onNow: (now: VersionedRecord, met: boolean) => void;
}

/**
 * Move that waits for its required fields. It applies to the version at the time of the choice, whatever changes later.
 */
interface Asked {
  readonly move: Move;
  readonly seen: VersionedRecord;
}

export function MoveBar(props: MoveBarProps) {
  const { account, type, id, now, title, whyNot, onFix, draft, unsaved, onNow } = props;
  const found = useQuery(movesQuery(account, type.name, id, now));
  const [asked, setAsked] = useState<Asked>();
  const open = useRef(asked);
  open.current = asked;
  const [problem, setProblem] = useState<Refusal>();
  const [moving, setMoving] = useState<string>();
  const from = String(now.record.Status);
  const { usual, moves } = orderedMoves(from, type.states?.moves[from] ?? []);
  const known = new Map((found.data ?? []).map((move) => [move.to, move]));

  const make = async (made: Asked, fields: RecordFields): Promise<MoveOutcome['refused']> => {
    const { move, seen } = made;
    setMoving(move.to);
    const { now, met, refused } = await loadModule(() => import('./make-move.ts')).then(
      ({ saveAndMove }) =>
        saveAndMove({ account, type, id }, seen, move.to, fields, unsaved, () => open.current === made),
      (problem: Refusal): MoveOutcome => ({ now: seen, met: false, refused: problem }),
    );
    setMoving(undefined);
    // What was typed stays, for whoever wants the move all the same.
    const next = refused && refused !== 'stopped' ? { ...made, seen: now } : undefined;
    setAsked((open) => (open === made ? next : open));
    if (now !== seen) onNow(now, met);
    if (refused) return refused;
    focusNext(nextMoveSelector(now.record.Status));
    toast(`${title}: ${sentenceCase(String(now.record.Status))}`);
    return undefined;
  };
  const begin = async (move: Move) => {
    setProblem(undefined);
    if (unsaved.changes > 0 || needsMoveDialog(type, move)) setAsked({ move, seen: now });
    // Nothing is unsaved, so nothing stops it.
    else setProblem((await make({ move, seen: now }, {})) as Refusal | undefined);
  };
  usePageActions(
    moves.map((to) => {
      const move = known.get(to);
      const why = whyNot ?? (move?.allowed ? undefined : moveBlockedReason(type, move?.blockers ?? []));
      return { label: moveLabel(from, to), why, run: () => move && void begin(move) };
    }),
  );
  if (moves.length === 0 && asked === undefined) return null;
  return (
    <div className={styles.moves}>
      {/* What hinders a move takes room: until that is known, a button would go from under the finger. */}
      <fieldset className={`${styles.buttons} ${found.data ? '' : styles.unknown}`} aria-label="Moves">
        {moves.map((to) => {
          const move = known.get(to);
          const blockers = move !== undefined && !move.allowed ? move.blockers : [];
          const why = whyNot ?? (blockers.length > 0 ? moveBlockedReason(type, blockers) : undefined);
          const fixable = whyNot === undefined ? fixesOf(type, blockers) : [];
          return (
            <div key={to} className={styles.move}>
              <Button
                data-next={to === usual ? from : undefined}
                look={to === usual ? 'primary' : to === 'Cancelled' || to === 'Terminated' ? 'danger' : 'plain'}
                why={why}
                showWhy={whyNot === undefined}
                busy={moving === to || found.data === undefined}
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
      {problem && <ProblemMessage problem={problem} />}
      {found.isLoadingError && <QueryPlaceholder of={found} />}
      {asked && (
        <MoveDialog
          account={account}
          type={type}
          id={id}
          record={{ ...asked.seen.record, ...draft }}
          unsaved={unsaved.changes}
          move={asked.move}
          title={title}
          onClose={() => setAsked(undefined)}
          onMove={(fields) => make(asked, fields)}
        />
      )}
    </div>
  );
}

/** "Choose vendor", "Edit lines", "Give name". */
function fixLabel(type: TypeDescription, name: string): string {
  const kind = findField(type, name)?.kind;
  const label = fieldLabel(name).toLowerCase();
  return kind === 'reference' ? words.choose(label) : kind === 'list' ? words.editList(label) : words.give(label);
}

/** The fields whose lack blocks a move. */
function fixesOf(type: TypeDescription, blockers: Move['blockers']): string[] {
  const blocking = new Set(blockers.map(({ pointer }) => pointer.split('/')[1]));
  return type.fields.map(({ name }) => name).filter((name) => name !== 'Status' && blocking.has(name));
}
