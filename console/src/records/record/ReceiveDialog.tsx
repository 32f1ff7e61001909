/**
 * Dialog that records received quantities of an order's lines. All outstanding quantities can be received at once.
 * Input is kept until it is saved or discarded.
 */
import { useState } from 'react';
import { faultsByField, Problem as Refusal } from '../../api/problem.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { TextInput } from '../../parts/Input.tsx';
import { formatNumberForInput, parseNumber } from '../../parts/numbers.ts';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { useTimeSettings } from '../../parts/times.ts';
import { useMe } from '../../shell/me.ts';
import { words as receiveWords } from '../../words/receive.ts';
import { words } from '../../words/records.ts';
import type { VersionedRecord } from '../data/record-data.ts';
import type { Json, RecordFields, TypeDescription } from '../description.ts';
import { sentenceCase } from '../labels.ts';
import { loadDraft, storeDraft } from './drafts.ts';
import { isOutstanding } from './MoveDialog.tsx';
import styles from './ReceiveDialog.module.css';
import { useSaveDraft } from './use-saving.ts';

export interface ReceiveDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly now: VersionedRecord;
  readonly onClose: () => void;
  readonly onReceived: (now: VersionedRecord) => void;
}

export function ReceiveDialog({ account, type, id, now, onClose, onReceived }: ReceiveDialogProps) {
  const me = useMe();
  const place = `${id}.Received` as const;
  const [kept] = useState(() => loadDraft(me, type.name, place));
  // The version that was opened is the one that is written on, whatever comes meanwhile.
  const [base] = useState(kept?.base ?? now);
  const lines = base.record.Lines as readonly RecordFields[];
  const { locale } = useTimeSettings();
  const written = (quantity: Json) => formatNumberForInput(Number(quantity), locale);
  const [typed, setTyped] = useState(
    () =>
      (kept?.draft.typed as readonly string[] | undefined) ??
      lines.map(({ QuantityReceived }) => written(QuantityReceived!)),
  );
  const write = (next: readonly string[]) => {
    setTyped(next);
    storeDraft(me, type.name, place, { base, draft: { typed: next } });
  };
  const forget = () => storeDraft(me, type.name, place, undefined);
  const [problem, setProblem] = useState<Refusal>();
  const saving = useSaveDraft();
  const faults = faultsByField(problem);
  const submit = async () => {
    const Lines = lines.map((line, at) => ({ ...line, QuantityReceived: parseNumber(typed[at]!, locale) }));
    const outcome = await saving.run({ account, type, id }, base, { Lines });
    // What somebody else has received is to be looked at anew.
    if (outcome.is !== 'refused') forget();
    if (outcome.is === 'saved') {
      onReceived(outcome.now);
      toast(`${String(base.record.Number)}: ${sentenceCase(String(outcome.now.record.Status))}`);
    } else if (outcome.is === 'refused') setProblem(outcome.problem);
    else {
      const detail =
        'Somebody else received the same lines meanwhile. Close this, look at the order, and receive what is left.';
      setProblem(new Refusal({ code: 'changed_meanwhile', title: 'Not saved', detail }, 412));
    }
  };
  return (
    <Dialog
      open
      wide
      title={receiveWords.receiveTitle}
      busy={saving.busy}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button
            inert={saving.busy}
            onClick={() =>
              write(lines.map((line) => written(isOutstanding(line) ? line.Quantity! : line.QuantityReceived!)))
            }
          >
            {receiveWords.receiveAll}
          </Button>
          <Button
            onClick={() => {
              forget();
              onClose();
            }}
          >
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" writes busy={saving.busy}>
            {words.save}
          </Button>
        </>
      }
    >
      {problem && <ProblemMessage problem={problem} />}
      {kept && <Banner tone="info">{words.draftFound}</Banner>}
      <ul className={styles.lines}>
        {lines.map((line, at) => (
          <li key={String(line.Line)}>
            <div>
              <strong>{`${line.Line}. ${line.Description}`}</strong>
              <div className="quiet">{`${written(line.Quantity!)} ${line.Unit}, ${receiveWords.outstanding.toLowerCase()} ${written(outstandingOf(line))}`}</div>
            </div>
            <TextInput
              label={`${receiveWords.receiveNow}, line ${line.Line}`}
              inputMode="decimal"
              value={typed[at]!}
              fault={faults[`Lines/${at}/QuantityReceived`]}
              onValue={(value) => write(typed.with(at, value))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function outstandingOf({ Quantity, QuantityReceived, ShortClosed }: RecordFields): number {
  return ShortClosed === true ? 0 : Math.max(0, Number(Quantity) - Number(QuantityReceived));
}
