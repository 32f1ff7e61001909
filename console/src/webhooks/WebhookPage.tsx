/** Page of one webhook: remedies if it is off, its health, a test, and its settings. */
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../parts/Banner.tsx';
import { formatCount } from '../parts/formats.ts';
import { HealthBar } from '../parts/HealthBar.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { healthText } from './health-cells.ts';
import layout from './layout.module.css';
import { InactiveWebhookPanel } from './OffPanel.tsx';
import { healthQuery, type Webhook } from './queries.ts';
import { SettingsPanel } from './SettingsPanel.tsx';
import { TestPanel } from './TestPanel.tsx';
import { WebhookFrame } from './WebhookFrame.tsx';
import { formatMilliseconds } from './waterfall.ts';

export function WebhookPage() {
  return (
    <WebhookFrame>
      {(webhook, home) => (
        <>
          {webhook.warning !== null && webhook.active && <Banner tone="warn">{webhook.warning}</Banner>}
          {webhook.active ? (
            <TestPanel webhook={webhook} home={home} />
          ) : (
            <InactiveWebhookPanel webhook={webhook} home={home} />
          )}
          <HealthPanel webhook={webhook} />
          <SettingsPanel webhook={webhook} />
        </>
      )}
    </WebhookFrame>
  );
}

function HealthPanel({ webhook }: { readonly webhook: Webhook }) {
  const account = useAccount();
  const { locale } = useTimeSettings();
  const health = useQuery(healthQuery(account, String(webhook.id)));
  const number = (value: number) => formatCount(value, locale);
  const { data } = health;
  return (
    <Panel title={words.page.health}>
      {health.isLoadingError ? (
        <QueryPlaceholder of={health} />
      ) : (
        <>
          <div className={layout.bar}>
            <div className={layout.health}>{data && <HealthBar health={data} />}</div>
            <span aria-hidden="true">{data ? healthText(data, number) : '\u00a0'}</span>
          </div>
          <dl className={layout.facts} aria-busy={data === undefined}>
            <div>
              <dt>{words.page.failuresInARow}</dt>
              <dd>{data && words.page.ofThirty(data.failuresInARow)}</dd>
            </div>
            <div>
              <dt>{words.page.waitingNow}</dt>
              <dd>{data && number(data.waiting)}</dd>
            </div>
            <div>
              <dt>{words.page.oldest}</dt>
              <dd>{data && (data.oldestWaitingOn === null ? '–' : <RelativeTime at={data.oldestWaitingOn} />)}</dd>
            </div>
            <div>
              <dt>{words.page.lastSuccess}</dt>
              <dd>{data && <RelativeTime at={data.lastSuccessOn} />}</dd>
            </div>
            <div>
              <dt>{words.page.p95}</dt>
              <dd>{data && (data.p95Ms === null ? '–' : formatMilliseconds(data.p95Ms))}</dd>
            </div>
          </dl>
        </>
      )}
    </Panel>
  );
}
