/** What belongs to a move, asked in one step. Nothing of it has to be given. It stays until the move is made: what was typed is not lost with a request. */
import { useState } from 'react';
import type { Problem as Refusal } from '../api/problem.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { TextArea, TextInput } from '../parts/Input.tsx';
import { myWorkWords as words } from '../words/home.ts';
import styles from './MyWork.module.css';
import type { Move, Said, WorkOrder } from './my-work.ts';

export interface MoveSheetProps {
  readonly order: WorkOrder;
  readonly to: Move;
  readonly onClose: () => void;
  readonly onSaid: (said: Said) => Promise<Refusal | undefined>;
}

export function MoveSheet({ order, to, onClose, onSaid }: MoveSheetProps) {
  const [text, setText] = useState('');
  const [minutes, setMinutes] = useState(order.LabourMinutes === 0 ? '' : String(order.LabourMinutes));
  const isDone = to === 'Completed';
  const whole = minutes.trim();
  const fault = whole === '' || /^\d{1,6}$/.test(whole) ? undefined : 'Write whole minutes, such as 45.';
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal>();
  const say = async () => {
    if (fault !== undefined) return;
    // What was left as it is may be more by now.
    const labour = whole !== '' && Number(whole) !== order.LabourMinutes && { LabourMinutes: Number(whole) };
    setBusy(true);
    setProblem(await onSaid(isDone ? { CompletionNotes: text.trim(), ...labour } : { HoldReason: text.trim() }));
    setBusy(false);
  };
  return (
    <Dialog
      open
      title={isDone ? words.completeTitle(order.Number) : words.holdTitle(order.Number)}
      onClose={onClose}
      onSubmit={() => void say()}
      actions={
        <>
          <Button className={styles.move} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button className={styles.move} look="primary" type="submit" writes busy={busy}>
            {isDone ? words.complete : words.hold}
          </Button>
        </>
      }
    >
      <p>{order.Name}</p>
      {problem && <FormProblem problem={problem} />}
      {isDone ? (
        <>
          <TextArea label={words.notes} optional value={text} onValue={setText} rows={3} maxLength={10_000} />
          <TextInput
            label={words.minutes}
            optional
            inputMode="numeric"
            value={minutes}
            onValue={setMinutes}
            fault={fault}
          />
        </>
      ) : (
        <TextInput label={words.reason} optional value={text} onValue={setText} maxLength={200} />
      )}
    </Dialog>
  );
}
