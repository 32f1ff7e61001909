/** What a proposal wants, what follows from it, and what happened to the record since. */
import { Banner } from '../parts/Banner.tsx';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import type { TypeDescription } from '../records/description.ts';
import { fieldLabel } from '../records/labels.ts';
import { authorOf, type HistoryEntry } from '../records/record/history-lines.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { FieldChangeTable } from './Changes.tsx';
import { splitChanges } from './describe.ts';
import type { Proposal } from './queries.ts';
import { proposedChanges } from './wishes.ts';

export interface ProposalSectionProps {
  readonly proposal: Proposal;
  readonly type: TypeDescription | undefined;
}

export function RequestedChangesPanel({ proposal, type }: ProposalSectionProps) {
  const { account } = useMe();
  const { asked } = splitChanges(proposal);
  // What was approved is in the record already.
  const titles = proposal.state === 'approved' ? ([words.before, words.became] as const) : undefined;
  if (proposal.edited !== null) {
    return (
      <>
        <Panel title={words.what} flush>
          <FieldChangeTable account={account.id} type={type} lines={proposedChanges(type, proposal)} />
        </Panel>
        <Panel title={words.own.edited} flush>
          <FieldChangeTable account={account.id} type={type} lines={proposal.changed} titles={titles} />
        </Panel>
      </>
    );
  }
  const wanted = asked.length > 0 ? asked : proposedChanges(type, proposal);
  return (
    <Panel title={words.what} flush={proposal.operation !== 'delete'}>
      {proposal.operation === 'delete' ? (
        words.deletes
      ) : (
        <FieldChangeTable account={account.id} type={type} lines={wanted} titles={titles} />
      )}
    </Panel>
  );
}

export function ConsequencesPanel({ proposal, type }: ProposalSectionProps) {
  const { account, may } = useMe();
  const { following } = splitChanges(proposal);
  const { events, deliveries, otherDeliveries } = proposal;
  return (
    <Panel title={words.follows}>
      <div className={layout.stack}>
        {following.length > 0 && proposal.operation === 'patch' && (
          <section aria-label={words.alsoChanges}>
            <FieldChangeTable account={account.id} type={type} lines={following} />
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

export function ChangesSincePanel({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  return (
    <Panel title={words.since}>
      <p>{words.sinceText}</p>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.change}>
            {words.sinceLine(authorOf(entry), (entry.changed ?? []).map(({ field }) => fieldLabel(field)).join(', '))}{' '}
            <RelativeTime at={entry.on} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function ConflictPanel({ proposal: { clashes }, type }: ProposalSectionProps) {
  const { account } = useMe();
  const lines = clashes.map(({ field, was, is }) => ({ field, from: was, to: is }));
  return (
    <>
      <Banner tone="warn">
        {words.conflictTitle}. {clashes.length === 0 ? words.gone : words.conflictText}
      </Banner>
      {lines.length > 0 && (
        <Panel title={words.since} flush>
          <FieldChangeTable account={account.id} type={type} lines={lines} titles={[words.was, words.now]} />
        </Panel>
      )}
    </>
  );
}
