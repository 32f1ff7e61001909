/** Page of one delivery: its timeline, each attempt with waterfall and response, the request, and remedies. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Delivery } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { formatCount } from '../parts/formats.ts';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { AttemptPanel } from './AttemptPanel.tsx';
import { DeliveryTimeline } from './Course.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import layout from './layout.module.css';
import { deliveryCountQuery, deliveryQuery, requestQuery, resend, type Webhook } from './queries.ts';
import { RequestPreview } from './RequestShown.tsx';
import { causeLabel, explainError } from './remedies.ts';
import { useNamesOfRecords } from './titles.ts';
import { createDeliveryCurl } from './verify-code.ts';
import { WebhookFrame } from './WebhookFrame.tsx';

export function DeliveryPage() {
  return <WebhookFrame>{(webhook, home) => <Shown webhook={webhook} home={home} />}</WebhookFrame>;
}

function Shown({ webhook, home }: { readonly webhook: Webhook; readonly home: string }) {
  const account = useAccount();
  const { delivery: number = '' } = useParams({ strict: false }) as { delivery?: string };
  const found = useQuery(deliveryQuery(account, String(webhook.id), number));
  if (found.error?.status === 404) {
    return (
      <EmptyState
        icon="search"
        title={words.delivery.gone}
        actions={<Link to={`${home}/Deliveries`}>{words.page.deliveries}</Link>}
      >
        {words.delivery.goneText}
      </EmptyState>
    );
  }
  if (found.data === undefined) return <QueryPlaceholder of={found} />;
  return <Whole key={number} webhook={webhook} home={home} delivery={found.data} />;
}

interface WholeProps {
  readonly webhook: Webhook;
  readonly home: string;
  readonly delivery: Delivery;
}

function Whole({ webhook, home, delivery }: WholeProps) {
  const cause = causeLabel(delivery.error, delivery.status);
  const longest = Math.max(0, ...delivery.attempts.map(({ timings }) => timings.totalMs ?? 0));
  return (
    <>
      <div className={layout.spread}>
        <h2>{words.delivery.title(String(delivery.id))}</h2>
        <span className={layout.bar}>
          <DeliveryState state={delivery.state} />
          {delivery.state !== 'succeeded' && cause !== null && <strong>{cause}</strong>}
        </span>
      </div>
      <Links webhook={webhook} home={home} delivery={delivery} />
      <DeliveryTimeline delivery={delivery} />
      {delivery.error !== null && delivery.state !== 'succeeded' && (
        <p>
          <strong>{words.delivery.remedy}:</strong> {explainError(delivery.error).remedy}
        </p>
      )}
      {delivery.attempts.length === 0 && <EmptyState title={words.delivery.noAttempts} />}
      {[...delivery.attempts].reverse().map((attempt) => (
        <AttemptPanel key={attempt.attempt} attempt={attempt} scaleMs={longest} />
      ))}
      <SentRequest webhook={webhook} delivery={delivery} />
    </>
  );
}

function Links({ webhook, home, delivery }: WholeProps) {
  const account = useAccount();
  const { locale } = useTimeSettings();
  const isTest = delivery.cause === 'test';
  const title = useNamesOfRecords(webhook.entityType, isTest ? [] : [delivery.recordID])(delivery.recordID)?.title;
  const alike = `state=failed&error=${delivery.error}`;
  const isFailed = delivery.state === 'failed' && delivery.error !== null;
  const count = useQuery({
    ...deliveryCountQuery(account, String(webhook.id), alike),
    enabled: isFailed,
    refetchInterval: false,
  });
  const record = `/${account}/${webhook.entityType}/${delivery.recordID}`;
  return (
    <div className={layout.bar}>
      {!isTest && delivery.state !== 'waiting' && <Resend webhook={webhook} home={home} delivery={delivery} />}
      {(delivery.state === 'failed' || delivery.state === 'dropped') && (
        <Link to={`${home}/Recover?since=${encodeURIComponent(delivery.processedDate)}`}>{words.delivery.recover}</Link>
      )}
      {isTest ? (
        <span className={layout.quiet}>{words.delivery.test}</span>
      ) : (
        <>
          <Link to={`${record}/History`}>{words.delivery.change}</Link>
          <Link to={`${home}/Deliveries?recordID=${delivery.recordID}`}>{words.delivery.others}</Link>
          <Link to={`${home}/Why?webhookId=${delivery.webhookId}`}>{words.delivery.why}</Link>
        </>
      )}
      {delivery.repeats !== null && (
        <Link to={`${home}/Deliveries/${delivery.repeats}`}>
          {words.delivery.repeats} {delivery.repeats}
        </Link>
      )}
      {delivery.resendOf !== null && (
        <Link to={`${home}/Deliveries/${delivery.resendOf}`}>
          {words.delivery.resendOf} {delivery.resendOf}
        </Link>
      )}
      {delivery.recovery !== null && (
        <Link to={`${home}/Deliveries?recovery=${delivery.recovery}`}>
          {words.delivery.byRecovery} {delivery.recovery}
        </Link>
      )}
      {/* What is known later comes last: whatever stands before it stays where it is. */}
      {!isTest && <Link to={record}>{title ?? words.delivery.record}</Link>}
      {isFailed && count.data !== undefined && count.data > 1 && (
        <Link to={`${home}/Deliveries?${alike}`}>{words.delivery.alike(formatCount(count.data, locale))}</Link>
      )}
    </div>
  );
}

function Resend({ webhook, home, delivery }: WholeProps) {
  const account = useAccount();
  const queries = useQueryClient();
  const go = useNavigateTo();
  const sending = useMutation({
    mutationFn: () => resend(account, String(webhook.id), String(delivery.id)),
    onSuccess: async (made) => {
      toast(words.delivery.resent);
      await queries.invalidateQueries({ queryKey: [account, 'Webhooks', String(webhook.id), 'deliveries'] });
      go(`${home}/Deliveries/${made.id}`);
    },
  });
  return (
    <>
      <Button
        writes
        icon="refresh"
        busy={sending.isPending}
        why={webhook.active ? undefined : words.delivery.off}
        onClick={() => sending.mutate()}
      >
        {words.delivery.resend}
      </Button>
      {sending.error && <ProblemMessage problem={sending.error} />}
    </>
  );
}

const AS_CURL = 'the request as curl';

function SentRequest({ webhook, delivery }: Omit<WholeProps, 'home'>) {
  const account = useAccount();
  const [open, setOpen] = useState(false);
  const request = useQuery({
    ...requestQuery(account, String(webhook.id), String(delivery.id)),
    enabled: open,
  });
  return (
    <Panel
      title={words.delivery.request}
      actions={
        request.data === undefined ? (
          <Button
            busy={request.isFetching}
            aria-expanded={open}
            onClick={() => {
              setOpen(true);
              focusNext(`[title="Copy ${AS_CURL}"]`);
            }}
          >
            {words.delivery.showRequest}
          </Button>
        ) : (
          <CopyButton
            text={createDeliveryCurl(webhook.targetUrl, request.data)}
            what={AS_CURL}
            label={words.delivery.asCurl}
          />
        )
      }
    >
      <p className={layout.wrap}>
        POST <code>{webhook.targetUrl}</code>
      </p>
      {open && <QueryPlaceholder of={request} rows={3} />}
      {request.data && <RequestPreview headers={request.data.headers} body={request.data.body} />}
    </Panel>
  );
}
