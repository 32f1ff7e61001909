/** "Why did I not get it?" page: the changes of a record or a webhook-id, with the checks that explain each result. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Problem as Refusal } from '../api/problem.ts';
import type { Explanation } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { DateInput } from '../parts/DateInput.tsx';
import { PARTIAL_DATE } from '../parts/half-date.ts';
import { Icon } from '../parts/Icon.tsx';
import { TextInput } from '../parts/Input.tsx';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { formatLocalTime, parseLocalTime } from '../parts/local-time.ts';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { LocalTime } from '../parts/RelativeTime.tsx';
import { localizeInstants, useTimeSettings } from '../parts/times.ts';
import { catalogueQuery, findType } from '../records/data/catalogue.ts';
import { firstValues } from '../search-string.ts';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/why.ts';
import { singularLabel } from './describe.ts';
import layout from './layout.module.css';
import { findNamed } from './named-record.ts';
import { explainWebhook, type Webhook } from './queries.ts';
import styles from './Steps.module.css';
import { WebhookFrame } from './WebhookFrame.tsx';
import { type ExplanationRemedy, explanationVerdict, findRemedy, fixText, stepQuestion } from './why-words.ts';

export function WhyPage() {
  return <WebhookFrame>{(webhook, home) => <Why webhook={webhook} home={home} />}</WebhookFrame>;
}

type Asked = Readonly<Partial<Record<'recordID' | 'webhookId' | 'from' | 'to', string>>>;

function Why({ webhook, home }: { readonly webhook: Webhook; readonly home: string }) {
  const account = useAccount();
  const go = useNavigateTo();
  const { timeZone } = useTimeSettings();
  const asked: Asked = firstValues(useLocation({ select: ({ search }) => search }));
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
      const times = { from: parseLocalTime(draft.from, timeZone), to: parseLocalTime(draft.to, timeZone) };
      look({ recordID: String(found), ...times });
    },
  });
  // The question is in the address, so that the answer can be shared as a link.
  useEffect(() => {
    const { recordID, webhookId, from, to } = JSON.parse(text) as Asked;
    if (webhookId) mutate({ webhookId });
    else if (recordID) mutate({ recordID: Number(recordID), ...(from && { from }), ...(to && { to }) });
  }, [text, mutate]);
  const local = (instant: string | undefined) => (instant === undefined ? '' : formatLocalTime(instant, timeZone));
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
    // Repeats the request if the question is unchanged, because the address does not change.
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
          if (!isGiven || draft.from === PARTIAL_DATE || draft.to === PARTIAL_DATE) return;
          if (draft.webhookId.trim() !== '') look({ webhookId: draft.webhookId.trim() });
          else finding.mutate(draft.recordID.trim());
        }}
      >
        <TextInput
          {...about('recordID', words.record(singularLabel(webhook.entityType)))}
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
      {(finding.error ?? looking.error) && <ProblemMessage problem={(finding.error ?? looking.error)!} />}
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
  const times = useTimeSettings();
  const [open, setOpen] = useState(isOpen);
  const { change, steps, delivery } = explanation;
  const verdict = explanationVerdict(explanation);
  const title = change === null ? words.noChange : words.change(change.version);
  return (
    <Panel
      title={title}
      actions={
        <span className={layout.bar}>
          {change !== null && (
            <span className={layout.meta}>
              <LocalTime at={change.at} /> · {change.by.name ?? change.by.email}
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
                <strong>{stepQuestion(step)}</strong>
                <span className="unseen">: {ok === null ? words.unknown : ok ? words.yes : words.no}</span>
                <div className={layout.wrap}>{localizeInstants(evidence, times)}</div>
                {ok === false && fix !== null && <div className={layout.quiet}>{fixText(fix)}</div>}
              </div>
            </li>
          ))}
        </ol>
      )}
      <Help
        remedy={findRemedy(explanation, webhook.active)}
        {...{ webhook, home, recordID }}
        deliveryID={delivery?.id}
        at={change?.at}
      />
    </Panel>
  );
}

interface HelpProps {
  readonly remedy: ExplanationRemedy | undefined;
  readonly webhook: Webhook;
  readonly home: string;
  readonly recordID: string | undefined;
  readonly deliveryID: number | undefined;
  readonly at: string | undefined;
}

function Help({ remedy, webhook, home, recordID, deliveryID, at }: HelpProps) {
  const account = useAccount();
  const links: Readonly<Record<ExplanationRemedy, string | undefined>> = {
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
