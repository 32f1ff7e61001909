/** Asks before a record is deleted; where others are put in order by it, says how many are. */
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { words } from '../../words/records.ts';
import { useTypes } from '../data/catalogue.ts';
import { totalQuery } from '../data/list-data.ts';
import { deleteRecord } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { labelOf } from '../labels.ts';
import { referrersOf } from './referrers.ts';

export interface DeleteDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly etag: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  readonly onStale: () => void;
}

export function DeleteDialog({ account, type, id, etag, title, onClose, onDeleted, onStale }: DeleteDialogProps) {
  const [problem, setProblem] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const referrers = referrersOf(useTypes(account), type.name);
  const counts = useQueries({
    queries: referrers.map(({ type: from, field }) =>
      totalQuery(account, from, { chips: [{ is: 'any', field, values: [String(id)] }], search: '' }, true),
    ),
  });
  const used = referrers.flatMap(({ type: from, field }, at) => {
    const count = counts[at]?.data ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? from.singular : from.plural} (${labelOf(field)})`];
  });
  const submit = async () => {
    setBusy(true);
    const refused = await deleteRecord(account, type.name, id, etag);
    setBusy(false);
    setProblem(refused);
    if (refused === undefined) {
      toast(`${title}: ${words.deletedMark.toLowerCase()}`);
      onDeleted();
    } else if (refused.status === 412) onStale();
  };
  return (
    <Dialog
      open
      title={words.deleteTitle(title)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="danger" type="submit" busy={busy}>
            {words.delete}
          </Button>
        </>
      }
    >
      {problem && <Problem problem={problem} />}
      <p>{words.deleteText}</p>
      {used.length > 0 && <p>{`It is used by ${used.join(', ')}.`}</p>}
    </Dialog>
  );
}
