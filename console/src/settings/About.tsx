/** Which service this is, how long it keeps what, and where programs find it. */
import { useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../api/ask.ts';
import { DescriptionList } from '../parts/Facts.tsx';
import { Link } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/settings.ts';
import { words as shell } from '../words/shell.ts';
import styles from './settings.module.css';

interface AboutService {
  readonly version: string;
  readonly mail: boolean;
  readonly sessionHours: number;
  readonly historyDays: number;
  readonly deliveryDays: number;
  readonly auditDays: number;
}

export function About() {
  const account = useAccount();
  const about = useQuery({
    queryKey: [account, 'About'],
    queryFn: createQueryFn<AboutService>(`/${account}/About`),
  });
  const { data } = about;
  return (
    <>
      <PageHeader title={words.about} />
      <div className={styles.panels}>
        <QueryPlaceholder of={about} />
        {data && (
          <>
            <Panel title={shell.product}>
              <DescriptionList
                facts={[
                  [words.version, data.version],
                  [words.mail, data.mail ? words.mailOn : words.mailOff],
                ]}
              />
            </Panel>
            <Panel title={words.kept}>
              <DescriptionList
                facts={[
                  [words.history, data.historyDays === 0 ? words.forEver : words.days(data.historyDays)],
                  [words.deliveries, words.days(data.deliveryDays)],
                  [words.auditKept, words.days(data.auditDays)],
                  [words.session, words.hours(data.sessionHours)],
                ]}
              />
            </Panel>
          </>
        )}
        {!about.isPending && (
          <Panel title={words.programs}>
            <ul className={styles.links}>
              <li>
                <a href="/docs">{words.docs}</a>
              </li>
              <li>
                <a href="/graphql">{words.explorer}</a>
              </li>
              <li>
                <Link to="/components">{words.parts}</Link>
              </li>
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}
