/** One proposal: what it wants, why, what approving would do now, what happened to the record since, and the decision. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { TextArea } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Moment, RelativeTime } from '../parts/RelativeTime.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { toast } from '../parts/Toast.tsx';
import { recordAddress } from '../records/address.ts';
import { findType, useTypes } from '../records/data/catalogue.ts';
import { useReading } from '../records/data/reading.ts';
import type { TypeDescription } from '../records/description.ts';
import { labelOf } from '../records/labels.ts';
import { authorOf, type HistoryEntry } from '../records/record/history-lines.ts';
import { useMe } from '../shell/me.ts';
import { NotFound } from '../shell/NotFound.tsx';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { Changes } from './Changes.tsx';
import { splitChanges } from './describe.ts';
import { approve, type Proposal, proposalQuery, reject, sinceQuery } from './queries.ts';
import { Standing } from './Standing.tsx';

export function ApprovalPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { account } = useMe();
  const found = useQuery(proposalQuery(account.id, id));
  if (found.error?.status === 404) return <NotFound />;
  if (found.error) return <Problem problem={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton />;
  return <One key={found.data.id} proposal={found.data} />;
}

function One({ proposal }: { readonly proposal: Proposal }) {
  const { account } = useMe();
  const type = findType(useTypes(account.id), proposal.type);
  const since = useQuery(sinceQuery(account.id, proposal));
  const { planTitle, order, planSize, recordID, reason, by, state } = proposal;
  const movedOn = (since.data?.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={words.proposal(proposal.id)}
        above={{ to: `/${account.id}/Approvals`, label: words.approvals }}
        beside={<Standing proposal={proposal} movedOn={movedOn} />}
      >
        <span className={layout.quiet}>
          {planTitle !== null && `${words.plan(planTitle, order, planSize ?? 1)} · `}
          <RelativeTime at={proposal.createdOn} />
          {state === 'pending' && (
            <>
              {' '}
              · {words.until} <Moment at={proposal.expiresOn} />
            </>
          )}
        </span>
      </PageHeader>
      <div className={layout.stack}>
        {state !== 'pending' && <Decided proposal={proposal} />}
        <Banner tone="assistant">
          <p className={layout.meta}>{words.says(by.name, by.kind, proposal.for)}</p>
          <p className={styles.said}>{reason}</p>
        </Banner>
        {proposal.standing === 'conflict' && <Conflict proposal={proposal} type={type} />}
        {proposal.refusal && (
          <Banner tone="bad">
            {proposal.refusal.title}. {proposal.refusal.detail}
          </Banner>
        )}
        <What proposal={proposal} type={type} />
        {proposal.standing === 'applies' && <Follows proposal={proposal} type={type} />}
        {movedOn && proposal.standing === 'applies' && <Since entries={since.data ?? []} />}
        {recordID !== null && type && <RecordLink type={type} id={recordID} />}
        {state === 'pending' && <Decide proposal={proposal} />}
      </div>
    </>
  );
}

function RecordLink({ type, id }: { readonly type: TypeDescription; readonly id: number }) {
  const { account } = useMe();
  const reading = useReading(account.id, [{ type: type.name, id }]);
  return (
    <p>
      {words.toRecord}:{' '}
      <Link to={recordAddress(account.id, type.name, id)}>
        {reading.names.find(type.name, id)?.title ?? `${type.singular} ${id}`}
      </Link>
    </p>
  );
}

function Decided({ proposal: { state, decidedBy, comment, decidedOn } }: { readonly proposal: Proposal }) {
  const who = decidedBy?.name ?? decidedBy?.email ?? '';
  const told = words.states[state] ?? state;
  return (
    <Banner tone={state === 'approved' ? 'ok' : state === 'failed' ? 'bad' : 'info'}>
      {who === '' ? told : words.decidedBy(told, who)} {decidedOn && <RelativeTime at={decidedOn} />}
      {comment !== null && <p className={styles.said}>{comment}</p>}
    </Banner>
  );
}

interface PartProps {
  readonly proposal: Proposal;
  readonly type: TypeDescription | undefined;
}

function What({ proposal, type }: PartProps) {
  const { account } = useMe();
  const { asked } = splitChanges(proposal);
  const wanted = asked.length > 0 ? asked : wishes(proposal);
  return (
    <Panel title={words.what} flush={proposal.operation !== 'delete'}>
      {proposal.operation === 'delete' ? words.deletes : <Changes account={account.id} type={type} lines={wanted} />}
    </Panel>
  );
}

/** Where it cannot be applied there is no effect to show: what it says itself. */
function wishes({ body, patch }: Proposal) {
  if (body !== null) return Object.entries(body).map(([field, to]) => ({ field, to }));
  return (patch ?? []).map((operation, n) => ({
    field: operation.path.split('/')[1] || String(n + 1),
    to: (operation as { value?: never }).value ?? null,
  }));
}

function Follows({ proposal, type }: PartProps) {
  const { account, may } = useMe();
  const { following } = splitChanges(proposal);
  const { events, deliveries, otherDeliveries } = proposal;
  return (
    <Panel title={words.follows}>
      <div className={layout.stack}>
        {following.length > 0 && proposal.operation === 'patch' && (
          <section aria-label={words.alsoChanges}>
            <Changes account={account.id} type={type} lines={following} />
          </section>
        )}
        <dl className={layout.details}>
          <dt>{words.events}</dt>
          <dd>{events.length === 0 ? words.noEvents : events.join(', ')}</dd>
          <dt>{words.webhooks}</dt>
          <dd>
            {deliveries.length === 0 &&
              (otherDeliveries === 0 ? words.noWebhooks : words.otherWebhooks(otherDeliveries))}
            {deliveries.length > 0 && (
              <ul className={styles.list}>
                {deliveries.map(({ webhook, name, host, why }) => (
                  <li key={webhook}>
                    {may.webhooks ? (
                      <Link to={`/${account.id}/Webhooks/${webhook}`}>{name ?? host}</Link>
                    ) : (
                      (name ?? host)
                    )}{' '}
                    ({host}): {why}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </dl>
      </div>
    </Panel>
  );
}

function Since({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  return (
    <Panel title={words.since}>
      <p>{words.sinceText}</p>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.change}>
            {words.sinceLine(authorOf(entry), (entry.changed ?? []).map(({ field }) => labelOf(field)).join(', '))}{' '}
            <RelativeTime at={entry.on} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Conflict({ proposal: { clashes }, type }: PartProps) {
  const { account } = useMe();
  const lines = clashes.map(({ field, was, is }) => ({ field, from: was, to: is }));
  return (
    <>
      <Banner tone="warn">
        {words.conflictTitle}. {clashes.length === 0 ? words.gone : words.conflictText}
      </Banner>
      {lines.length > 0 && (
        <Panel title={words.since} flush>
          <Changes account={account.id} type={type} lines={lines} titles={[words.was, words.now]} />
        </Panel>
      )}
    </>
  );
}

function Decide({ proposal }: { readonly proposal: Proposal }) {
  const { account, permissions } = useMe();
  const queries = useQueryClient();
  const [comment, setComment] = useState('');
  const [isOther, setIsOther] = useState(false);
  const said = comment.trim();
  const again = () => queries.invalidateQueries({ queryKey: [account.id, 'Proposals'] });
  const settled = async () => {
    await again();
    await queries.invalidateQueries({ queryKey: [account.id, 'Proposals waiting'] });
  };
  const approving = useMutation({
    mutationFn: () => approve(account.id, proposal.id, proposal.effect ?? '', said),
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
    mutationFn: () => reject(account.id, proposal.id, said),
    onSuccess: async () => {
      toast(words.rejectedNow);
      await settled();
    },
  });
  const mayNot = permissions[proposal.type]?.write === true ? undefined : words.mayNot(proposal.type);
  const whyNot = mayNot ?? (proposal.standing === 'applies' ? undefined : words.cannot);
  const failure = isOther ? null : (approving.error ?? rejecting.error);
  return (
    <Panel title={words.decide}>
      <div className={styles.decide}>
        {isOther && (
          <Banner tone="warn" role="alert">
            {words.changedSince}
          </Banner>
        )}
        {failure && <Problem problem={failure} />}
        <TextArea
          label={words.comment}
          hint={words.commentHint}
          value={comment}
          onValue={setComment}
          maxLength={2_000}
          rows={2}
        />
        <div className={styles.buttons}>
          <Button
            look="danger"
            busy={rejecting.isPending}
            why={mayNot ?? (said === '' ? words.needsComment : undefined)}
            onClick={() => rejecting.mutate()}
          >
            {words.reject}
          </Button>
          <Button
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
