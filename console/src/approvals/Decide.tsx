/** The decision about a proposal, with a word to whoever made it; and who decided about one that waits no more. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { TextArea } from '../parts/Input.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { toast } from '../parts/Toast.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { approveProposal, type Proposal, rejectProposal } from './queries.ts';
import type { DecisionDraft } from './use-decision.ts';

export function DecisionSummary({
  proposal: { state, decidedBy, comment, decidedOn },
}: {
  readonly proposal: Proposal;
}) {
  const who = decidedBy?.name ?? decidedBy?.email ?? '';
  const told = words.states[state] ?? state;
  return (
    <Banner tone={state === 'approved' ? 'ok' : state === 'failed' ? 'bad' : 'info'}>
      {who === '' ? told : words.decidedBy(told, who)} {decidedOn && <RelativeTime at={decidedOn} />}
      {comment !== null && <p className={styles.said}>{comment}</p>}
    </Banner>
  );
}

/** Why this person may not decide about it. */
export function useDecisionBlockedReason({ type, by, for: whom }: Proposal): string | undefined {
  const { permissions, person, needsAnother } = useMe();
  if (permissions[type]?.write !== true) return words.mayNot(type);
  const isOwn = whom.toLowerCase() === person.email.toLowerCase();
  return needsAnother && isOwn ? words.another(by.name) : undefined;
}

export interface DecisionFormProps {
  readonly proposal: Proposal;
  readonly decision: DecisionDraft;
  readonly onEdit: () => void;
}

export function DecisionForm({ proposal, decision: { comment, say, forget }, onEdit }: DecisionFormProps) {
  const { account } = useMe();
  const queries = useQueryClient();
  const [isOther, setIsOther] = useState(false);
  const said = comment.trim();
  const again = () => queries.invalidateQueries({ queryKey: [account.id, 'Proposals'] });
  const settled = async () => {
    await again();
    await queries.invalidateQueries({ queryKey: [account.id, 'Proposals waiting'] });
    forget();
    focusNext('h1');
  };
  const approving = useMutation({
    mutationFn: () => approveProposal(account.id, proposal, said),
    onMutate: () => rejecting.reset(),
    onSuccess: async () => {
      toast(words.approvedNow);
      await settled();
    },
    onError: async ({ status, code }) => {
      setIsOther(code === 'effect_changed');
      // Whatever stood against it, it is shown as it is now.
      if (status === 409 || status === 400) await again();
    },
  });
  const rejecting = useMutation({
    mutationFn: () => rejectProposal(account.id, proposal.id, said),
    // What stood against approving it says nothing of this.
    onMutate: () => {
      approving.reset();
      setIsOther(false);
    },
    onSuccess: async () => {
      toast(words.rejectedNow);
      await settled();
    },
    onError: async ({ status }) => {
      if (status === 409) await again();
    },
  });
  const mayNot = useDecisionBlockedReason(proposal);
  const { after } = proposal;
  const whyNot =
    mayNot ?? (proposal.standing !== 'applies' ? words.cannot : after === null ? undefined : words.comesAfter(after));
  const failure = isOther ? null : (approving.error ?? rejecting.error);
  return (
    <Panel title={words.decide}>
      <div className={styles.decide}>
        {isOther && (
          <Banner tone="warn" role="alert">
            {words.changedSince}
          </Banner>
        )}
        {failure && <ProblemMessage problem={failure} />}
        <TextArea
          label={words.comment}
          hint={words.commentHint}
          value={comment}
          onValue={say}
          maxLength={2_000}
          rows={2}
        />
        <div className={styles.buttons}>
          <Button
            writes
            look="danger"
            busy={rejecting.isPending}
            why={mayNot ?? (said === '' ? words.needsComment : undefined)}
            onClick={() => rejecting.mutate()}
          >
            {words.reject}
          </Button>
          {proposal.operation !== 'delete' && (
            <Button icon="edit" why={mayNot} data-edit onClick={onEdit}>
              {words.edit}
            </Button>
          )}
          <Button
            writes
            look="primary"
            icon="approve"
            busy={approving.isPending}
            why={whyNot}
            onClick={() => approving.mutate()}
          >
            {words.approve}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
