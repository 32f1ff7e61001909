/** Banner of a deleted record: who deleted it and when, and a restore button. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem as Refusal } from '../../api/problem.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { focusNext, nextMoveSelector } from '../../parts/focus-next.ts';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { toast } from '../../parts/Toast.tsx';
import { words } from '../../words/records.ts';
import { historyQuery, patchRecord, type VersionedRecord } from '../data/record-data.ts';
import { authorOf } from './history-lines.ts';

export interface DeletedBannerProps {
  readonly account: string;
  readonly type: string;
  readonly id: number;
  readonly now: VersionedRecord;
  readonly whyNot: string | undefined;
  readonly onRestored: (now: VersionedRecord) => void;
  /** Called if the record has a newer version and must be read again. */
  readonly onStale: () => void;
}

export function DeletedBanner({ account, type, id, now, whyNot, onRestored, onStale }: DeletedBannerProps) {
  const [problem, setProblem] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  // Reads the history of `Deleted`: later changes can follow the deletion.
  const [deletion] = useQuery(historyQuery(account, type, id, 1, 'Deleted')).data ?? [];
  const restore = async () => {
    setBusy(true);
    const reply = await patchRecord(account, type, id, [{ op: 'replace', path: '/Deleted', value: false }], now.etag);
    setBusy(false);
    setProblem(reply instanceof Refusal ? reply : undefined);
    if (reply instanceof Refusal) return reply.status === 412 ? onStale() : undefined;
    onRestored(reply);
    focusNext(nextMoveSelector(reply.record.Status));
    toast(words.restored);
  };
  return (
    <>
      <Banner
        tone="warn"
        actions={
          <Button writes why={whyNot} busy={busy} onClick={() => void restore()}>
            {words.restore}
          </Button>
        }
      >
        {deletion === undefined ? (
          words.deletedBannerPlain
        ) : (
          <>
            {words.deletedBy(authorOf(deletion))} <RelativeTime at={deletion.on} />
          </>
        )}
      </Banner>
      {problem && <ProblemMessage problem={problem} />}
    </>
  );
}
