/** What belongs to a move, asked in one step. Nothing of it has to be given. What was typed stays until the move is made: it is lost neither with a request nor with the page. */
import { useState } from 'react';
import type { Problem as Refusal } from '../api/problem.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { TextArea, TextInput } from '../parts/Input.tsx';
import type { RecordFields } from '../records/description.ts';
import { OpenTasks } from '../records/record/OpenTasks.tsx';
import { useMoveDraft } from '../records/record/use-move-draft.ts';
import { useAccount } from '../shell/me.ts';
import { myWorkWords as words } from '../words/home.ts';
import styles from './MyWork.module.css';
import type { AssignedWorkOrder, WorkOrderMove } from './my-work.ts';

export interface MoveFieldsDialogProps {
  readonly order: AssignedWorkOrder;
  readonly to: WorkOrderMove;
  readonly onClose: () => void;
  readonly onMove: (fields: RecordFields) => Promise<Refusal | undefined>;
}

export function MoveFieldsDialog({ order, to, onClose, onMove }: MoveFieldsDialogProps) {
  const account = useAccount();
  const isDone = to === 'Completed';
  const { typed, write, made, wasKept, isTheirs } = useMoveDraft('WorkOrders', order.ID, to, { ...order });
  const said = isDone ? 'CompletionNotes' : 'HoldReason';
  const text = String((typed[said] === undefined ? order[said] : typed[said]) ?? '');
  const setText = (value: string) => write(said, value || null, order[said]);
  const known = order.LabourMinutes || null;
  const minutes = typed.LabourMinutes === undefined ? known : typed.LabourMinutes;
  const fault = typeof minutes === 'string' ? 'Write whole minutes, such as 45.' : undefined;
  const byNow = (name: typeof said | 'LabourMinutes') =>
    isTheirs(name) ? words.byNow(String(order[name] ?? '—')) : undefined;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal>();
  const say = async () => {
    if (fault !== undefined) return;
    // Also what was typed on the page of the record alone, such as a time. Minutes that were left as they are may be more by now.
    const { LabourMinutes: _, ...others } = typed;
    const labour = typeof minutes === 'number' && minutes !== order.LabourMinutes && { LabourMinutes: minutes };
    const noted = typed[said] !== undefined && { [said]: text.trim() || null };
    setBusy(true);
    const refused = await onMove({ ...others, ...noted, ...labour });
    if (refused === undefined) made();
    setProblem(refused);
    setBusy(false);
  };
  return (
    <Dialog
      open
      title={isDone ? words.completeTitle(order.Number) : words.holdTitle(order.Number)}
      busy={busy}
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
      {isDone && <OpenTasks account={account} workOrder={order.ID} />}
      {wasKept && <Banner tone="info">{words.draftFound}</Banner>}
      {isDone ? (
        <>
          <TextArea
            label={words.notes}
            optional
            value={text}
            onValue={setText}
            fault={byNow(said)}
            rows={3}
            maxLength={10_000}
          />
          <TextInput
            label={words.minutes}
            optional
            inputMode="numeric"
            value={String(minutes ?? '')}
            onValue={(value) => write('LabourMinutes', wholeOf(value.trim()), known)}
            fault={fault ?? byNow('LabourMinutes')}
          />
        </>
      ) : (
        <TextInput label={words.reason} optional value={text} onValue={setText} fault={byNow(said)} maxLength={200} />
      )}
    </Dialog>
  );
}

/** What is no whole number stays as it was typed. */
function wholeOf(text: string): number | string | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : text || null;
}
