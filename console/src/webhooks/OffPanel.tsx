/** Panel for an inactive webhook: the reason, the remedy, a test, reactivation, and the missed events. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { formatCount } from '../parts/formats.ts';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { LocalTime } from '../parts/RelativeTime.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { AttemptDots } from './AttemptDots.tsx';
import layout from './layout.module.css';
import { inactiveReason } from './off-reason.ts';
import { brokenSinceQuery, countRecovery, deliveriesQuery, noticesQuery, reactivate, type Webhook } from './queries.ts';
import { explainError } from './remedies.ts';
import { useWebhookTest, WebhookTestButton, WebhookTestResult } from './TestPanel.tsx';

export interface InactiveWebhookPanelProps {
  readonly webhook: Webhook;
  readonly home: string;
}

export function InactiveWebhookPanel({ webhook, home }: InactiveWebhookPanelProps) {
  const account = useAccount();
  const kind = inactiveReason(webhook.deactivateReason);
  const notices = useQuery(noticesQuery(account));
  const since = notices.data?.find((one) => one.webhook === webhook.id && one.state === 'off')?.on;
  return (
    <Panel title={words.offPanel.title}>
      <Banner tone="bad">
        {webhook.deactivateReason}
        {since !== undefined && (
          <div className={layout.meta}>
            {words.offPanel.since} <LocalTime at={since} />
          </div>
        )}
      </Banner>
      {kind === 'revoked' ? (
        <Again webhook={webhook} />
      ) : (
        <>
          {kind === 'gone' && <p>{words.offPanel.gone}</p>}
          <LastFailures webhook={webhook} home={home} />
          <SwitchOn webhook={webhook} home={home} since={since} />
        </>
      )}
    </Panel>
  );
}

function LastFailures({ webhook, home }: InactiveWebhookPanelProps) {
  const account = useAccount();
  const found = useQuery(deliveriesQuery(account, String(webhook.id), 'state=failed&cause=event', 0, 5));
  const last = found.data?.rows[0];
  if (last === undefined || last.error === null) return null;
  return (
    <div className={layout.stack}>
      <p>
        <strong>{words.offPanel.lastError}:</strong> {last.attempts.at(-1)?.message ?? explainError(last.error).meaning}
      </p>
      <p>{explainError(last.error).remedy}</p>
      <div className={layout.bar}>
        {found.data!.rows.map((one) => (
          <span key={one.id} className={layout.bar}>
            <Link to={`${home}/Deliveries/${one.id}`}>{words.delivery.title(String(one.id))}</Link>
            <AttemptDots attempts={one.attempts} />
          </span>
        ))}
      </div>
    </div>
  );
}

function SwitchOn({ webhook, home, since }: InactiveWebhookPanelProps & { readonly since: string | undefined }) {
  const account = useAccount();
  const queries = useQueryClient();
  const { locale } = useTimeSettings();
  const go = useNavigateTo();
  const test = useWebhookTest(webhook);
  const [asking, setAsking] = useState(false);
  const switching = useMutation({
    mutationFn: async () => {
      const id = String(webhook.id);
      const broken = await queries.fetchQuery(brokenSinceQuery(account, id)).catch(() => null);
      const on = await reactivate(account, id);
      const what = ['failed', 'dropped', 'missed'];
      const from = broken ?? since ?? webhook.createdOn;
      const missed = await countRecovery(account, id, { since: from, what, newestOnly: false }).catch(() => undefined);
      return { on, missed, from };
    },
    onSuccess: async ({ missed, from }) => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: [account, 'Webhooks'] });
      if (missed === undefined || missed.total === 0) {
        toast(`${words.offPanel.switched} ${words.offPanel.nothingMeanwhile}`);
        return;
      }
      const count = formatCount(missed.total, locale);
      toast(`${words.offPanel.switched} ${words.offPanel.meanwhile(count)}`);
      go(`${home}/Recover?since=${encodeURIComponent(from)}`);
    },
  });
  return (
    <div className={layout.stack}>
      <h3>{words.offPanel.steps}</h3>
      <div className={layout.bar}>
        <WebhookTestButton test={test} look={test.arrived ? 'plain' : 'primary'} />
        <Button
          writes
          look={test.arrived ? 'primary' : 'plain'}
          busy={switching.isPending}
          onClick={() => (test.arrived ? switching.mutate() : setAsking(true))}
        >
          {words.offPanel.switchOn}
        </Button>
      </div>
      <WebhookTestResult test={test} home={home} />
      {!asking && switching.error && <ProblemMessage problem={switching.error} />}
      <Dialog
        open={asking}
        title={words.offPanel.switchOn}
        onClose={() => setAsking(false)}
        onSubmit={() => switching.mutate()}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{words.form.cancel}</Button>
            <Button look="primary" type="submit" writes busy={switching.isPending}>
              {words.offPanel.switchAnyway}
            </Button>
          </>
        }
      >
        {switching.error && <ProblemMessage problem={switching.error} />}
        {words.offPanel.unsure}
      </Dialog>
    </div>
  );
}

/**
 * Link for a webhook whose owner's key was revoked. It opens a new webhook with the same settings for another owner.
 * Header values are secret, so the user must enter them again.
 */
function Again({ webhook }: { readonly webhook: Webhook }) {
  const account = useAccount();
  const { entityType, action, targetUrl, name, filterConditionEntityID, patience, includeOwn, headers } = webhook;
  const query = new URLSearchParams({
    ...{ entityType, action, targetUrl, includeOwn: String(includeOwn) },
    ...(name && { name }),
    ...(filterConditionEntityID !== null && { filterConditionEntityID: String(filterConditionEntityID) }),
    ...(patience && { patience }),
  }).toString();
  const hidden = Object.keys(headers);
  return (
    <>
      <p>{words.offPanel.revoked}</p>
      {hidden.length > 0 && <p>{words.offPanel.headersAnew(hidden.join(', '))}</p>}
      <div>
        <Link to={`/${account}/Webhooks/new?${query}`} look="primary">
          {words.offPanel.again}
        </Link>
      </div>
    </>
  );
}
