/** Sends a test delivery, with a made-up record or a chosen real event, and shows its result. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Delivery } from '../api/types.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Select } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { formatInstant, useTimeSettings } from '../parts/times.ts';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { deliveryQuery, newestEventsQuery, sendTest, type Webhook } from './queries.ts';
import { explainError } from './remedies.ts';

const AttemptPanel = lazyComponent(() => import('./AttemptPanel.tsx'), 'AttemptPanel');

export interface TestPanelProps {
  readonly webhook: Webhook;
  readonly home: string;
}

export function TestPanel({ webhook, home }: TestPanelProps) {
  const account = useAccount();
  const times = useTimeSettings();
  const events = useQuery(newestEventsQuery(account, String(webhook.id)));
  const [change, setChange] = useState('');
  const test = useWebhookTest(webhook, change);
  const choices = (events.data ?? []).map((event) => ({
    value: event.change,
    label: words.test.event(event.title ?? `${webhook.entityType} ${event.recordID}`, formatInstant(event.on, times)),
  }));
  return (
    <Panel title={words.test.title} actions={<WebhookTestButton test={test} />}>
      <p className={layout.quiet}>{words.test.text}</p>
      <Select
        label={words.test.what}
        value={change}
        onValue={setChange}
        choices={[{ value: '', label: words.test.madeUp }, ...choices]}
        hint={events.data?.length === 0 ? words.test.noEvents : undefined}
      />
      <WebhookTestResult test={test} home={home} />
    </Panel>
  );
}

export interface WebhookTest {
  readonly send: () => void;
  readonly isBusy: boolean;
  readonly error: import('../api/problem.ts').Problem | null;
  readonly delivery: Delivery | undefined;
  readonly arrived: boolean;
}

export function useWebhookTest(webhook: Webhook, change = ''): WebhookTest {
  const account = useAccount();
  const queries = useQueryClient();
  const id = String(webhook.id);
  const sending = useMutation({ mutationFn: () => sendTest(account, id, change) });
  const followed = useQuery({
    ...deliveryQuery(account, id, String(sending.data?.id ?? 0)),
    enabled: sending.data !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? 250 : false),
  });
  const delivery = sending.isPending ? undefined : (followed.data ?? sending.data);
  const isSettled = delivery !== undefined && delivery.state !== 'waiting';
  // A 410 response switches the webhook off.
  useEffect(() => {
    if (isSettled) void queries.invalidateQueries({ queryKey: [account, 'Webhooks', id], exact: true });
  }, [isSettled, queries, account, id]);
  return {
    send: () => sending.mutate(),
    isBusy: sending.isPending || (delivery !== undefined && !isSettled),
    error: sending.error ?? (followed.isLoadingError ? followed.error : null),
    delivery,
    arrived: delivery?.state === 'succeeded',
  };
}

export function WebhookTestButton({
  test,
  look = 'plain',
}: {
  readonly test: WebhookTest;
  readonly look?: 'plain' | 'primary';
}) {
  return (
    <Button look={look} icon="bolt" writes busy={test.isBusy} onClick={test.send}>
      {words.test.send}
    </Button>
  );
}

export function WebhookTestResult({
  test: { delivery, error },
  home,
}: {
  readonly test: WebhookTest;
  readonly home: string;
}) {
  if (error) return <ProblemMessage problem={error} />;
  if (delivery === undefined) return null;
  const last = delivery.attempts.at(-1);
  if (delivery.state === 'waiting' && last === undefined) {
    return <p role="status">{words.test.sending}</p>;
  }
  const open = <Link to={`${home}/Deliveries/${delivery.id}`}>{words.test.open}</Link>;
  return (
    <div className={layout.stack}>
      {delivery.state === 'succeeded' ? (
        <Banner tone="ok" role="status" actions={open}>
          {words.test.arrived(delivery.status)}
        </Banner>
      ) : (
        <Banner tone={delivery.state === 'waiting' ? 'info' : 'bad'} role="status" actions={open}>
          {delivery.state === 'waiting' ? words.test.sending : words.test.failed}
          {delivery.error !== null && `. ${explainError(delivery.error).remedy}`}
        </Banner>
      )}
      {last && <AttemptPanel attempt={last} />}
    </div>
  );
}
