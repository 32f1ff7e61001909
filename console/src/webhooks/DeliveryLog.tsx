/**
 * Delivery log of a webhook. Rows load first, then the count. Filters are in the address; resending applies to the
 * filter, not to the page.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Delivery } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { formatCount } from '../parts/formats.ts';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Table, type TableColumn } from '../parts/Table.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { AttemptDots } from './AttemptDots.tsx';
import { firstAttemptDelayMs } from './course.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { LogFilters } from './LogFilters.tsx';
import layout from './layout.module.css';
import { isResendable, type LogFilter, parseLogFilter, stringifyLogQuery } from './log-filter.ts';
import { deliveriesQuery, deliveryCountQuery, resendMatching, type Webhook } from './queries.ts';
import { causeLabel } from './remedies.ts';
import { useNamesOfRecords } from './titles.ts';
import { WebhookFrame } from './WebhookFrame.tsx';
import { formatMilliseconds } from './waterfall.ts';

export function DeliveryLog() {
  return <WebhookFrame>{(webhook, home) => <Log webhook={webhook} home={home} />}</WebhookFrame>;
}

const DELIVERIES_PER_PAGE = 50;

function Log({ webhook, home }: { readonly webhook: Webhook; readonly home: string }) {
  const account = useAccount();
  const { locale } = useTimeSettings();
  const id = String(webhook.id);
  const search = useLocation({ select: (location) => location.search }) as Record<string, string>;
  const filter = parseLogFilter(search);
  const skip = Math.max(0, Number(search.skip) || 0);
  const asked = stringifyLogQuery(filter);
  const page = useQuery(deliveriesQuery(account, id, asked, skip, DELIVERIES_PER_PAGE));
  const count = useQuery(deliveryCountQuery(account, id, asked));
  const go = useNavigateTo();
  const show = (next: LogFilter, from = 0) => {
    const query = new URLSearchParams({ ...next, ...(from > 0 && { skip: String(from) }) }).toString();
    go(`${home}/Deliveries${query === '' ? '' : `?${query}`}`);
  };
  const number = (value: number) => formatCount(value, locale);
  const isFiltered = Object.keys(filter).length > 0;
  const rows = page.data?.rows ?? [];
  return (
    <>
      <LogFilters filter={filter} onFilter={show} />
      <div className={layout.spread}>
        <p className={layout.quiet} aria-live="polite">
          {count.data !== undefined &&
            (isFiltered ? words.log.matching(number(count.data)) : words.log.all(number(count.data)))}
        </p>
        {isResendable(filter) && count.data !== undefined && count.data > 0 && (
          <ResendMatching webhook={webhook} home={home} filter={filter} count={number(count.data)} />
        )}
      </div>
      <QueryPlaceholder of={page} />
      {page.data !== undefined && rows.length === 0 && (
        <EmptyState
          icon={isFiltered ? 'filter' : 'webhook'}
          title={isFiltered ? words.log.noneMatch : words.log.none}
          actions={
            isFiltered && (
              <Button
                onClick={() => {
                  show({});
                  focusNext('main select');
                }}
              >
                {words.log.clear}
              </Button>
            )
          }
        >
          {isFiltered ? undefined : words.log.noneText}
        </EmptyState>
      )}
      {rows.length > 0 && <Rows rows={rows} webhook={webhook} home={home} dimmed={page.isPlaceholderData} />}
      {(skip > 0 || page.data?.more) && (
        <div className={layout.bar}>
          {skip > 0 && (
            <Button icon="left" onClick={() => show(filter, Math.max(0, skip - DELIVERIES_PER_PAGE))}>
              {words.log.later}
            </Button>
          )}
          <span className={layout.quiet}>{words.log.range(number(skip + 1), number(skip + rows.length))}</span>
          {page.data?.more && (
            <Button icon="right" onClick={() => show(filter, skip + DELIVERIES_PER_PAGE)}>
              {words.log.earlier}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Rows({
  rows,
  webhook,
  home,
  dimmed,
}: {
  readonly rows: readonly Delivery[];
  readonly webhook: Webhook;
  readonly home: string;
  readonly dimmed: boolean;
}) {
  const account = useAccount();
  const titles = useNamesOfRecords(
    webhook.entityType,
    rows.filter(({ cause }) => cause !== 'test').map(({ recordID }) => recordID),
  );
  const columns: TableColumn<Delivery>[] = [
    {
      key: 'id',
      title: words.log.columns.delivery,
      cell: ({ id }) => <Link to={`${home}/Deliveries/${id}`}>{id}</Link>,
    },
    { key: 'state', title: words.log.columns.state, cell: ({ state }) => <DeliveryState state={state} /> },
    {
      key: 'record',
      title: words.log.columns.record,
      cell: ({ recordID, cause }) =>
        cause === 'test' ? (
          <span className={layout.quiet}>{words.causes.test}</span>
        ) : (
          <Link to={`/${account}/${webhook.entityType}/${recordID}`} className={layout.wrap}>
            {titles(recordID)?.title ?? recordID}
          </Link>
        ),
    },
    { key: 'when', title: words.log.columns.when, cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
    { key: 'attempts', title: words.log.columns.attempts, cell: ({ attempts }) => <AttemptDots attempts={attempts} /> },
    {
      key: 'delay',
      title: words.log.columns.delay,
      numeric: true,
      cell: (one) => {
        const delay = one.cause === 'event' ? firstAttemptDelayMs(one) : null;
        return delay === null ? '' : formatMilliseconds(delay);
      },
    },
    {
      key: 'cause',
      title: words.log.columns.cause,
      cell: ({ error, status, cause }) =>
        causeLabel(error, status) ??
        (cause === 'resend' ? <span className={layout.quiet}>{words.causes.resend}</span> : ''),
    },
  ];
  return <Table caption={words.log.title} columns={columns} rows={rows} keyOf={({ id }) => id} dimmed={dimmed} />;
}

function ResendMatching({
  webhook,
  home,
  filter,
  count,
}: {
  readonly webhook: Webhook;
  readonly home: string;
  readonly filter: LogFilter;
  readonly count: string;
}) {
  const account = useAccount();
  const queries = useQueryClient();
  const go = useNavigateTo();
  const [asking, setAsking] = useState(false);
  const sending = useMutation({
    mutationFn: () => resendMatching(account, String(webhook.id), stringifyLogQuery(filter)),
    onSuccess: async () => {
      setAsking(false);
      toast(words.log.resending);
      await queries.invalidateQueries({ queryKey: [account, 'Webhooks', String(webhook.id), 'recoveries'] });
      go(`${home}/Recover`);
    },
  });
  return (
    <>
      <Button
        icon="refresh"
        writes
        why={webhook.active ? undefined : words.delivery.off}
        onClick={() => setAsking(true)}
      >
        {words.log.resend(count, words.states[filter.state as 'failed'].toLowerCase())}
      </Button>
      <Dialog
        open={asking}
        title={words.log.resendTitle(count)}
        onClose={() => setAsking(false)}
        onSubmit={() => sending.mutate()}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{words.form.cancel}</Button>
            <Button look="primary" type="submit" writes busy={sending.isPending}>
              {words.recover.begin(count)}
            </Button>
          </>
        }
      >
        <p>{words.log.resendText}</p>
        {sending.error && <ProblemMessage problem={sending.error} />}
      </Dialog>
    </>
  );
}
