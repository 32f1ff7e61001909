/**
 * Page that resends failed events. It counts them first, then starts a background run that can be watched, paused and
 * cancelled.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { DateInput } from '../parts/DateInput.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { formatCount } from '../parts/formats.ts';
import { PARTIAL_DATE } from '../parts/half-date.ts';
import { Checkbox, TextInput } from '../parts/Input.tsx';
import { formatLocalTime, parseLocalTime } from '../parts/local-time.ts';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { firstValues } from '../search-string.ts';
import { useAccount } from '../shell/me.ts';
import { words as dateWords } from '../words/dates.ts';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { beginRecovery, brokenSinceQuery, countRecovery, type RecoveryFormInput, type Webhook } from './queries.ts';
import { RecoveryRuns } from './Runs.tsx';
import { WebhookFrame } from './WebhookFrame.tsx';

export function RecoverPage() {
  return <WebhookFrame>{(webhook, home) => <Recovering webhook={webhook} home={home} />}</WebhookFrame>;
}

function Recovering({ webhook, home }: { readonly webhook: Webhook; readonly home: string }) {
  const account = useAccount();
  const given = firstValues(useLocation({ select: ({ search }) => search })).since;
  const broken = useQuery({ ...brokenSinceQuery(account, String(webhook.id)), enabled: given === undefined });
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  return (
    <>
      {given !== undefined || !broken.isPending ? (
        <Form webhook={webhook} since={given ?? broken.data ?? dayAgo} />
      ) : (
        <Skeleton />
      )}
      <RecoveryRuns webhook={webhook} home={home} />
    </>
  );
}

const kinds = ['failed', 'dropped', 'missed'] as const;

function Form({ webhook, since: first }: { readonly webhook: Webhook; readonly since: string }) {
  const account = useAccount();
  const queries = useQueryClient();
  const { timeZone, locale } = useTimeSettings();
  const id = String(webhook.id);
  const [since, setSince] = useState(() => formatLocalTime(first, timeZone));
  const [until, setUntil] = useState('');
  const [what, setWhat] = useState<readonly string[]>(kinds);
  const [newestOnly, setNewestOnly] = useState(false);
  const [pace, setPace] = useState('50');
  const sinceInstant = parseLocalTime(since, timeZone);
  const untilInstant = parseLocalTime(until, timeZone);
  const wishes: RecoveryFormInput = {
    since: sinceInstant ?? '',
    ...(untilInstant !== undefined && { until: untilInstant }),
    what,
    newestOnly,
    perSecond: Number(pace) || 50,
  };
  const counting = useMutation({
    mutationFn: async (asked: RecoveryFormInput) => {
      const [all, newest] = await Promise.all([
        countRecovery(account, id, { ...asked, newestOnly: false }),
        countRecovery(account, id, { ...asked, newestOnly: true }),
      ]);
      return { all: all.total, newest: newest.total, asked: JSON.stringify(asked) };
    },
  });
  const beginning = useMutation({
    mutationFn: (asked: RecoveryFormInput) => beginRecovery(account, id, asked),
    onSuccess: async () => {
      counting.reset();
      await queries.invalidateQueries({ queryKey: [account, 'Webhooks', id, 'recoveries'] });
      focusNext('h1');
    },
  });
  const number = (value: number) => formatCount(value, locale);
  const lacks = since === PARTIAL_DATE || until === PARTIAL_DATE ? dateWords['datetime-local'] : undefined;
  // A count is valid only for the input that it was requested with.
  const counted = lacks === undefined && counting.data?.asked === JSON.stringify(wishes) ? counting.data : undefined;
  const total = counted && (newestOnly ? counted.newest : counted.all);
  const why =
    lacks ?? (sinceInstant === undefined ? words.recover.since : what.length === 0 ? words.recover.what : undefined);
  return (
    <Panel title={words.recover.title}>
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (why === undefined) counting.mutate(wishes);
        }}
      >
        <p>{words.recover.intro}</p>
        <div className={layout.ends}>
          <DateInput label={words.recover.since} type="datetime-local" step={1} value={since} onValue={setSince} />
          <DateInput label={words.recover.until} type="datetime-local" step={1} value={until} onValue={setUntil} />
          <TextInput label={words.recover.perSecond} inputMode="numeric" value={pace} onValue={setPace} />
        </div>
        <p className={layout.meta}>{timeZone}</p>
        <fieldset className={layout.fieldset}>
          <legend>{words.recover.what}</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={words.recover.whats[kind]}
              checked={what.includes(kind)}
              onChecked={(checked) => setWhat(kinds.filter((one) => (one === kind ? checked : what.includes(one))))}
            />
          ))}
        </fieldset>
        <Checkbox label={words.recover.newestOnly} checked={newestOnly} onChecked={setNewestOnly} />
        <div className={layout.bar}>
          <Button type="submit" look={total ? 'plain' : 'primary'} busy={counting.isPending} why={why}>
            {words.recover.count}
          </Button>
          {total !== undefined && total > 0 && (
            <Button
              writes
              look="primary"
              busy={beginning.isPending}
              why={webhook.active ? undefined : words.recover.offNote}
              showWhy
              onClick={() => beginning.mutate(wishes)}
            >
              {words.recover.begin(number(total))}
            </Button>
          )}
        </div>
        {counted && (
          <Banner tone="info" role="status">
            {counted.all === 0 && words.recover.nothing}
            {counted.all > 0 &&
              (newestOnly
                ? words.recover.countedNewest(number(counted.newest))
                : words.recover.counted(number(counted.all), number(counted.newest)))}
          </Banner>
        )}
        {counting.error && <ProblemMessage problem={counting.error} />}
        {beginning.error && <ProblemMessage problem={beginning.error} />}
      </form>
    </Panel>
  );
}
