/** One proposal: what it wants, why, what approving would do now, what happened to the record since, and the decision. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { Link } from '../parts/Link.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { LocalTime, RelativeTime } from '../parts/RelativeTime.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { recordAddress } from '../records/address.ts';
import { findType, useRecordTypes } from '../records/data/catalogue.ts';
import { useDisplayContext } from '../records/data/reading.ts';
import { recordQueryKey } from '../records/data/record-data.ts';
import type { TypeDescription } from '../records/description.ts';
import { useRecordChanges } from '../shell/live/heard.ts';
import { useMe } from '../shell/me.ts';
import { NotFound } from '../shell/NotFound.tsx';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import { words as recordWords } from '../words/records.ts';
import styles from './approvals.module.css';
import { DecisionForm, DecisionSummary } from './Decide.tsx';
import { ChangesSincePanel, ConflictPanel, ConsequencesPanel, RequestedChangesPanel } from './Effect.tsx';
import { changesSinceQuery, type Proposal, proposalQuery } from './queries.ts';
import { ProposalStatusChip } from './Standing.tsx';
import { useDecisionDraft } from './use-decision.ts';
import { proposedChanges } from './wishes.ts';

const ProposalEditor = lazyComponent(() => import('./OwnVersion.tsx'), 'ProposalEditor');

export function ApprovalPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { account } = useMe();
  const found = useQuery(proposalQuery(account.id, id));
  if (found.error?.status === 404) return <NotFound />;
  if (found.data === undefined) return <QueryPlaceholder of={found} />;
  return <One key={found.data.id} proposal={found.data} />;
}

function One({ proposal }: { readonly proposal: Proposal }) {
  const { account } = useMe();
  const type = findType(useRecordTypes(account.id), proposal.type);
  const since = useQuery(changesSinceQuery(account.id, proposal));
  const queries = useQueryClient();
  useRecordChanges((change) => {
    if (change.type !== proposal.type || change.id !== proposal.recordID) return;
    void queries.invalidateQueries({ queryKey: proposalQuery(account.id, String(proposal.id)).queryKey });
    void queries.invalidateQueries({ queryKey: changesSinceQuery(account.id, proposal).queryKey });
    void queries.invalidateQueries({ queryKey: recordQueryKey(account.id, change.type, change.id) });
  });
  const { planTitle, order, planSize, recordID, reason, by, state } = proposal;
  const movedOn = (since.data?.length ?? 0) > 0;
  const decision = useDecisionDraft(proposal.id);
  const { forget } = decision;
  // Also where somebody else has decided.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it waits no more.
  useEffect(() => {
    if (state !== 'pending') forget();
  }, [state]);
  const [wantsEditing, setEditing] = useState(decision.hasOwn);
  const edit = (wanted: boolean) => {
    setEditing(wanted);
    focusNext(wanted ? '[data-own] :is(input, select, textarea)' : '[data-edit]');
  };
  const isEditing = wantsEditing && state === 'pending';
  // The form begins with what it wants of whole fields; parts of one that has moved on are for the person to put in.
  const saysParts =
    proposal.standing !== 'applies' && proposedChanges(type, proposal).some(({ within = [] }) => within.length > 0);
  return (
    <>
      <PageHeader
        title={words.proposal(proposal.id)}
        above={{ to: `/${account.id}/Approvals`, label: words.approvals }}
        beside={<ProposalStatusChip proposal={proposal} movedOn={movedOn} />}
      >
        <span className={layout.quiet}>
          {planTitle !== null && `${words.plan(planTitle, order, planSize ?? 1)} · `}
          <RelativeTime at={proposal.createdOn} />
          {state === 'pending' && (
            <>
              {' '}
              · {words.until} <LocalTime at={proposal.expiresOn} />
            </>
          )}
        </span>
      </PageHeader>
      <div className={layout.stack}>
        {state !== 'pending' && <DecisionSummary proposal={proposal} />}
        <Banner tone="assistant">
          <p className={layout.meta}>{words.says(by.name, by.kind, proposal.for)}</p>
          <p className={styles.said}>{reason}</p>
        </Banner>
        {state === 'pending' && decision.wasKept && <Banner tone="info">{recordWords.draftFound}</Banner>}
        {proposal.standing === 'conflict' && <ConflictPanel proposal={proposal} type={type} />}
        {proposal.refusal && (
          <Banner tone="bad">
            {proposal.refusal.title}. {proposal.refusal.detail}
          </Banner>
        )}
        {isEditing && type ? (
          <>
            {saysParts && <RequestedChangesPanel proposal={proposal} type={type} />}
            <ProposalEditor proposal={proposal} type={type} decision={decision} onBack={() => edit(false)} />
          </>
        ) : (
          <>
            <RequestedChangesPanel proposal={proposal} type={type} />
            {proposal.standing === 'applies' && <ConsequencesPanel proposal={proposal} type={type} />}
          </>
        )}
        {movedOn && proposal.standing === 'applies' && <ChangesSincePanel entries={since.data ?? []} />}
        {recordID !== null && type && <RecordLink type={type} id={recordID} />}
        {/* Nobody decides before it is there what others have changed since: it would come in above the button, too. */}
        {state === 'pending' && !isEditing && !since.isLoading && (
          <DecisionForm proposal={proposal} decision={decision} onEdit={() => edit(true)} />
        )}
      </div>
    </>
  );
}

function RecordLink({ type, id }: { readonly type: TypeDescription; readonly id: number }) {
  const { account } = useMe();
  const reading = useDisplayContext(account.id, [{ type: type.name, id }]);
  return (
    <p className={styles.record}>
      {words.toRecord}:{' '}
      <Link to={recordAddress(account.id, type.name, id)}>
        {reading.names.find(type.name, id)?.title ?? `${type.singular} ${id}`}
      </Link>
    </p>
  );
}
