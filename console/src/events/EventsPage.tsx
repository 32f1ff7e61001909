/** The catalogue of events: what there is, when it fires, what would be sent; and beside it what happens right now. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createQueryFn } from '../api/ask.ts';
import { Code } from '../parts/CodeTabs.tsx';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { humanizeName } from '../parts/State.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { eventLabel, eventTriggerText, singularLabel } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { eventsQuery } from '../webhooks/queries.ts';
import { words } from '../words/events.ts';
import styles from './EventsPage.module.css';
import { LiveEvents } from './LiveEvents.tsx';

export function EventsPage() {
  const { may } = useMe();
  return (
    <AccessGuard allowed={may.webhooks} needs={words.needs}>
      <Events />
    </AccessGuard>
  );
}

interface Chosen {
  readonly entityType: string;
  readonly action: string;
}

function Events() {
  const { account } = useMe();
  const go = useNavigateTo();
  const events = useQuery(eventsQuery(account.id));
  const search = useLocation({ select: (location) => location.search }) as Partial<Chosen>;
  const chosen =
    search.entityType && search.action ? { entityType: search.entityType, action: search.action } : undefined;
  return (
    <>
      <PageHeader title={words.title}>{words.intro}</PageHeader>
      <QueryPlaceholder of={events} />
      <div className={layout.two}>
        <div className={layout.stack}>
          {events.data?.map(({ entityType, actions, filterEntityType }) => (
            <section key={entityType} className={styles.type} aria-label={humanizeName(entityType)}>
              <h2>{humanizeName(entityType)}</h2>
              {filterEntityType !== null && (
                <p className={layout.meta}>{words.filter(singularLabel(filterEntityType))}</p>
              )}
              <ul>
                {actions.map((action) => (
                  <li key={action} className={styles.event}>
                    <div>
                      <strong>{eventLabel(entityType, action)}</strong>
                      <div className={layout.quiet}>{eventTriggerText(entityType, action)}</div>
                    </div>
                    <div className={layout.bar}>
                      <Link
                        to={`/${account.id}/Events?entityType=${entityType}&action=${action}`}
                        aria-label={`${words.sample}: ${eventLabel(entityType, action)}`}
                        onClick={(event) => {
                          event.preventDefault();
                          go(`/${account.id}/Events?entityType=${entityType}&action=${action}`, { replace: true });
                        }}
                      >
                        {words.sample}
                      </Link>
                      <Link
                        to={`/${account.id}/Webhooks/new?entityType=${entityType}&action=${action}`}
                        aria-label={`${words.subscribe}: ${eventLabel(entityType, action)}`}
                      >
                        {words.subscribe}
                      </Link>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {!events.isPending && (
          <div className={`${layout.stack} ${styles.side}`}>
            {chosen && <Sample {...chosen} />}
            <LiveEvents />
          </div>
        )}
      </div>
    </>
  );
}

function Sample({ entityType, action }: Chosen) {
  const { account } = useMe();
  const query = `entityType=${encodeURIComponent(entityType)}&action=${encodeURIComponent(action)}`;
  const sample = useQuery({
    queryKey: [account.id, 'Webhooks', 'sample', entityType, action],
    queryFn: createQueryFn<readonly object[]>(`/${account.id}/Webhooks/Sample?${query}`),
  });
  return (
    <Panel title={eventLabel(entityType, action)}>
      <p className={layout.meta}>{words.newest}</p>
      <QueryPlaceholder of={sample} rows={3} />
      {sample.data?.map((body, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in one order.
        <Code key={at} label={`${words.sample} ${at + 1}`} text={JSON.stringify(body, null, 2)} />
      ))}
    </Panel>
  );
}
