/** "Why did I not get it?": a record or a webhook-id, its changes, and for each the steps up to the one that explains it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Problem as Refusal } from '../api/problem.ts';
import type { Explanation } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { DateInput } from '../parts/DateInput.tsx';
import { HALF } from '../parts/half-date.ts';
import { Icon } from '../parts/Icon.tsx';
import { TextInput } from '../parts/Input.tsx';
import { Link, useGo } from '../parts/Link.tsx';
import { instantOf, localOf } from '../parts/local-time.ts';
import { Panel } from '../parts/Panel.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Moment } from '../parts/RelativeTime.tsx';
import { timesInWords, useTimes } from '../parts/times.ts';
import { catalogueQuery, findType } from '../records/data/catalogue.ts';
import { textsOf } from '../search-string.ts';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/why.ts';
import { singularOf } from './describe.ts';
import layout from './layout.module.css';
import { findNamed } from './named-record.ts';
import { explainWebhook, type Webhook } from './queries.ts';
import styles from './Steps.module.css';
import { WebhookFrame } from './WebhookFrame.tsx';
import { fixInWords, questionOf, type Remedy, remedyOf, verdictOf } from './why-words.ts';

export function WhyPage() {
  return <WebhookFrame>{(webhook, home) => <Why webhook={webhook} home={home} />}</WebhookFrame>;
}

type Asked = Readonly<Partial<Record<'recordID' | 'webhookId' | 'from' | 'to', string>>>;

function Why({ webhook, home }: { readonly webhook: Webhook; readonly home: string }) {
  const account = useAccount();
  const go = useGo();
  const { timeZone } = useTimes();
  const asked: Asked = textsOf(useLocation({ select: ({ search }) => search }));
  const text = JSON.stringify(asked);
  const looking = useMutation({ mutationFn: (about: object) => explainWebhook(account, String(webhook.id), about) });
  const { mutate } = looking;
  const queries = useQueryClient();
  const finding = useMutation<number | string, Refusal, string>({
    mutationFn: async (typed) => {
      const type = findType(await queries.ensureQueryData(catalogueQuery(account)), webhook.entityType)!;
      const found = await findNamed(account, type, typed);
      if (found instanceof Refusal) throw found;
      return found;
    },
    onSuccess: (found) => {
      if (typeof found !== 'number') return;
      const times = { from: instantOf(draft.from, timeZone), to: instantOf(draft.to, timeZone) };
      look({ recordID: String(found), ...times });
    },
  });
  // What is asked stands in the address, so that an answer can be sent to somebody.
  useEffect(() => {
    const { recordID, webhookId, from, to } = JSON.parse(text) as Asked;
    if (webhookId) mutate({ webhookId });
    else if (recordID) mutate({ recordID: Number(recordID), ...(from && { from }), ...(to && { to }) });
  }, [text, mutate]);
  const local = (instant: string | undefined) => (instant === undefined ? '' : localOf(instant, timeZone));
  const [draft, setDraft] = useState({
    recordID: asked.recordID ?? '',
    webhookId: asked.webhookId ?? '',
    from: local(asked.from),
    to: local(asked.to),
  });
  const about = (name: keyof typeof draft, label: string) => ({
    label,
    value: draft[name],
    onValue: (value: string) => {
      setDraft({ ...draft, [name]: value });
      finding.reset();
    },
  });
  const look = (about: Record<string, string | undefined>) => {
    const given = Object.entries(about).filter((one): one is [string, string] => one[1] !== undefined);
    const query = new URLSearchParams(given).toString();
    // The same question once more is asked once more.
    if (query === new URLSearchParams(asked as Record<string, string>).toString()) mutate(numbered(about));
    else go(`${home}/Why?${query}`, { replace: true });
  };
  const isGiven = draft.recordID.trim() !== '' || draft.webhookId.trim() !== '';
  return (
    <>
      <p>{words.intro}</p>
      <form
        className={layout.ends}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isGiven || draft.from === HALF || draft.to === HALF) return;
          if (draft.webhookId.trim() !== '') look({ webhookId: draft.webhookId.trim() });
          else finding.mutate(draft.recordID.trim());
        }}
      >
        <TextInput
          {...about('recordID', words.record(singularOf(webhook.entityType)))}
          fault={typeof finding.data === 'string' ? finding.data : undefined}
        />
        <TextInput {...about('webhookId', words.webhookId)} />
        <DateInput {...about('from', words.from)} type="datetime-local" step={1} />
        <DateInput {...about('to', words.to)} type="datetime-local" step={1} />
        <Button
          look="primary"
          type="submit"
          busy={finding.isPending || looking.isPending}
          why={isGiven ? undefined : words.needsOne}
        >
          {words.ask}
        </Button>
      </form>
      {(finding.error ?? looking.error) && <Problem problem={(finding.error ?? looking.error)!} />}
      {looking.data?.map((explanation, at) => (
        <Explained
          key={explanation.change?.version ?? 'none'}
          explanation={explanation}
          webhook={webhook}
          home={home}
          recordID={asked.recordID}
          open={at === 0}
        />
      ))}
    </>
  );
}

function numbered(about: Record<string, string | undefined>): object {
  const { recordID, ...rest } = about;
  return { ...rest, ...(recordID !== undefined && { recordID: Number(recordID) }) };
}

interface ExplainedProps {
  readonly explanation: Explanation;
  readonly webhook: Webhook;
  readonly home: string;
  readonly recordID: string | undefined;
  readonly open: boolean;
}

function Explained({ explanation, webhook, home, recordID, open: isOpen }: ExplainedProps) {
  const times = useTimes();
  const [open, setOpen] = useState(isOpen);
  const { change, steps, delivery } = explanation;
  const verdict = verdictOf(explanation);
  const title = change === null ? words.noChange : words.change(change.version);
  return (
    <Panel
      title={title}
      actions={
        <span className={layout.bar}>
          {change !== null && (
            <span className={layout.meta}>
              <Moment at={change.at} /> · {change.by.name ?? change.by.email}
            </span>
          )}
          <span className={verdict.arrived ? layout.ok : layout.bad}>{verdict.text}</span>
          <Button look="quiet" icon={open ? 'up' : 'down'} aria-expanded={open} onClick={() => setOpen(!open)}>
            {words.steps}
          </Button>
        </span>
      }
    >
      {open && (
        <ol className={styles.steps} aria-label={`${title}: ${words.steps}`}>
          {steps.map(({ step, ok, evidence, fix }) => (
            <li key={step} className={ok === null ? styles.unknown : ok ? styles.yes : styles.no} data-step={step}>
              <Icon name={ok === null ? 'help' : ok ? 'check' : 'cross'} />
              <div>
                <strong>{questionOf(step)}</strong>
                <span className="unseen">: {ok === null ? words.unknown : ok ? words.yes : words.no}</span>
                <div className={layout.wrap}>{timesInWords(evidence, times)}</div>
                {ok === false && fix !== null && <div className={layout.quiet}>{fixInWords(fix)}</div>}
              </div>
            </li>
          ))}
        </ol>
      )}
      <Help
        remedy={remedyOf(explanation, webhook.active)}
        {...{ webhook, home, recordID }}
        deliveryID={delivery?.id}
        at={change?.at}
      />
    </Panel>
  );
}

interface HelpProps {
  readonly remedy: Remedy | undefined;
  readonly webhook: Webhook;
  readonly home: string;
  readonly recordID: string | undefined;
  readonly deliveryID: number | undefined;
  readonly at: string | undefined;
}

function Help({ remedy, webhook, home, recordID, deliveryID, at }: HelpProps) {
  const account = useAccount();
  const links: Readonly<Record<Remedy, string | undefined>> = {
    history: recordID && `/${account}/${webhook.entityType}/${recordID}/History`,
    recover: `${home}/Recover${at ? `?since=${encodeURIComponent(at)}` : ''}`,
    switchOn: home,
    edit: home,
    resend: deliveryID === undefined ? undefined : `${home}/Deliveries/${deliveryID}`,
    delivery: deliveryID === undefined ? undefined : `${home}/Deliveries/${deliveryID}`,
    other: `/${account}/Webhooks/new?entityType=${webhook.entityType}&targetUrl=${encodeURIComponent(webhook.targetUrl)}`,
  };
  const used = remedy ?? (deliveryID === undefined ? undefined : 'delivery');
  const to = used && links[used];
  if (!used || !to) return null;
  return (
    <div>
      <Link to={to} look="plain">
        {words.actions[used]}
      </Link>
    </div>
  );
}
