/** What a proposal wants, what follows from it, and what happened to the record since. */
import { Banner } from '../parts/Banner.tsx';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import type { TypeDescription } from '../records/description.ts';
import { labelOf } from '../records/labels.ts';
import { authorOf, type HistoryEntry } from '../records/record/history-lines.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { Changes } from './Changes.tsx';
import { splitChanges } from './describe.ts';
import type { Proposal } from './queries.ts';
import { wishes } from './wishes.ts';

export interface PartProps {
  readonly proposal: Proposal;
  readonly type: TypeDescription | undefined;
}

export function What({ proposal, type }: PartProps) {
  const { account } = useMe();
  const { asked } = splitChanges(proposal);
  // What was approved is in the record already.
  const titles = proposal.state === 'approved' ? ([words.before, words.became] as const) : undefined;
  if (proposal.edited !== null) {
    return (
      <>
        <Panel title={words.what} flush>
          <Changes account={account.id} type={type} lines={wishes(type, proposal)} />
        </Panel>
        <Panel title={words.own.edited} flush>
          <Changes account={account.id} type={type} lines={proposal.changed} titles={titles} />
        </Panel>
      </>
    );
  }
  const wanted = asked.length > 0 ? asked : wishes(type, proposal);
  return (
    <Panel title={words.what} flush={proposal.operation !== 'delete'}>
      {proposal.operation === 'delete' ? (
        words.deletes
      ) : (
        <Changes account={account.id} type={type} lines={wanted} titles={titles} />
      )}
    </Panel>
  );
}

export function Follows({ proposal, type }: PartProps) {
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

export function Since({ entries }: { readonly entries: readonly HistoryEntry[] }) {
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

export function Conflict({ proposal: { clashes }, type }: PartProps) {
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
