/**
 * Page that creates a webhook: the form on the left, and a live preview of deliveries on the right. Afterwards it shows
 * the signing secret once.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsByField } from '../api/problem.ts';
import { integrationsQuery } from '../integrations/queries.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Checkbox, Select, TextInput } from '../parts/Input.tsx';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { loadOrRefuse } from '../parts/later.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { humanizeName } from '../parts/State.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { firstValues } from '../search-string.ts';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { CheckAddress } from './CheckAddress.tsx';
import { eventLabel, eventTriggerText } from './describe.ts';
import { FilterField } from './FilterField.tsx';
import { findHeaderFault, type HeaderRow, HeadersEditor, headersFromRows } from './HeadersEditor.tsx';
import layout from './layout.module.css';
import type { WebhookSubmission } from './make-webhook.ts';
import { LeaveGuard, loadWebhookSecret, WebhookSecret } from './once.ts';
import { patienceOptions } from './patience.ts';
import { eventsQuery, type WebhookInput } from './queries.ts';
import { SimulationPanel } from './Rehearsed.tsx';

export function NewWebhook() {
  const { may } = useMe();
  return (
    <AccessGuard allowed={may.webhooks} needs={words.needs}>
      <Making />
    </AccessGuard>
  );
}

export interface WebhookDraft {
  readonly entityType: string;
  readonly action: string;
  readonly filterID: number | null;
  readonly targetUrl: string;
  readonly headers: readonly HeaderRow[];
  readonly name: string;
  /** Owner; empty means the built-in integration. */
  readonly owner: string;
  readonly includeOwn: boolean;
  readonly patience: string;
}

function Making() {
  const { account } = useMe();
  const queries = useQueryClient();
  const go = useNavigateTo();
  const given = firstValues(useLocation({ select: ({ search }) => search }));
  const events = useQuery(eventsQuery(account.id));
  const [draft, setDraft] = useState<WebhookDraft>({
    entityType: given.entityType ?? 'WorkOrders',
    action: given.action ?? 'Completed',
    filterID: Number(given.filterConditionEntityID) || null,
    targetUrl: given.targetUrl ?? '',
    headers: [],
    name: given.name ?? '',
    owner: given.owner ?? '',
    includeOwn: given.includeOwn !== 'false',
    patience: given.patience ?? '',
  });
  const typed = JSON.stringify(draft);
  const [begun] = useState<WebhookSubmission>({ typed });
  const wishes = wishesOf(draft, events.data?.find((one) => one.entityType === draft.entityType)?.filterEntityType);
  const owner = draft.owner === '' ? undefined : draft.owner;
  const making = useMutation({
    mutationFn: async () => {
      const { createWebhook } = await loadOrRefuse(loadWebhookSecret);
      return createWebhook(account.id, owner, { ...wishes, targetUrl: draft.targetUrl.trim() }, begun);
    },
    // Not awaited, so that the secret appears at once.
    onSuccess: () => void queries.invalidateQueries({ queryKey: [account.id, 'Webhooks'] }),
  });
  const all = { to: `/${account.id}/Webhooks`, label: words.webhooks };
  if (making.data !== undefined) {
    const made = making.data;
    return (
      <>
        <PageHeader title={words.once.title} above={all} />
        <WebhookSecret
          signingSecret={made.signingSecret}
          headers={headersFromRows(draft.headers)}
          onDone={() => go(`/${account.id}/Webhooks/${made.id}`, { replace: true })}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={words.newOne} above={all} />
      {(making.isPending || typed !== begun.typed) && (
        <LeaveGuard text={making.isPending ? words.once.leave : undefined} />
      )}
      <QueryPlaceholder of={events} />
      {events.data && (
        <div className={layout.two}>
          <form
            className={layout.stack}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              making.mutate();
            }}
          >
            <WebhookForm draft={draft} onDraft={setDraft} events={events.data} faults={faultsByField(making.error)} />
            {making.error && <ProblemMessage problem={making.error} />}
            <div className={layout.bar}>
              <Button look="primary" type="submit" writes busy={making.isPending} why={findHeaderFault(draft.headers)}>
                {words.form.save}
              </Button>
              <Link to={all.to} look="plain">
                {words.form.cancel}
              </Link>
            </div>
          </form>
          <SimulationPanel wishes={wishes} owner={owner} filterID={draft.filterID} />
        </div>
      )}
    </>
  );
}

function wishesOf(draft: WebhookDraft, filterType: string | null | undefined): WebhookInput {
  const { entityType, action, filterID, name, headers, includeOwn, patience } = draft;
  const isNarrowed = filterID !== null && filterType !== null && filterType !== undefined;
  return {
    entityType,
    action,
    name: name.trim() === '' ? null : name.trim(),
    headers: headersFromRows(headers),
    ...(isNarrowed && { filterEntityType: filterType, filterConditionEntityID: filterID }),
    includeOwn,
    patience: patience === '' ? null : patience,
  };
}

interface FormProps {
  readonly draft: WebhookDraft;
  readonly onDraft: (draft: WebhookDraft) => void;
  readonly events: readonly {
    readonly entityType: string;
    readonly actions: readonly string[];
    readonly filterEntityType: string | null;
  }[];
  readonly faults: Readonly<Record<string, string>>;
}

function WebhookForm({ draft, onDraft, events, faults }: FormProps) {
  const set = (changed: Partial<WebhookDraft>) => onDraft({ ...draft, ...changed });
  const type = events.find(({ entityType }) => entityType === draft.entityType) ?? events[0];
  if (type === undefined) return <Banner tone="warn">{words.rehearsal.noneAtAll}</Banner>;
  return (
    <>
      <Panel title={words.form.event}>
        <Select
          label={words.form.entityType}
          value={draft.entityType}
          onValue={(entityType) => {
            const actions = events.find((one) => one.entityType === entityType)?.actions ?? [];
            const action = actions.includes(draft.action) ? draft.action : (actions[0] ?? '');
            set({ entityType, action, filterID: null });
          }}
          choices={events.map(({ entityType }) => ({ value: entityType, label: humanizeName(entityType) }))}
        />
        <Select
          label={words.form.action}
          value={draft.action}
          onValue={(action) => set({ action })}
          hint={eventTriggerText(draft.entityType, draft.action)}
          fault={faults.action}
          choices={type.actions.map((value) => ({ value, label: eventLabel(draft.entityType, value) }))}
        />
        {type.filterEntityType !== null && (
          <FilterField type={type.filterEntityType} value={draft.filterID} onValue={(filterID) => set({ filterID })} />
        )}
      </Panel>
      <Panel title={words.form.target}>
        <TextInput
          label={words.form.targetUrl}
          type="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://hooks.example.com/maintenance"
          hint={words.form.targetHint}
          fault={faults.targetUrl}
          value={draft.targetUrl}
          onValue={(targetUrl) => set({ targetUrl })}
        />
        <CheckAddress targetUrl={draft.targetUrl.trim()} />
        <HeadersEditor headers={draft.headers} faults={faults} onHeaders={(headers) => set({ headers })} />
      </Panel>
      <Panel title={words.form.more}>
        <TextInput
          label={words.form.name}
          optional
          maxLength={200}
          fault={faults.name}
          value={draft.name}
          onValue={(name) => set({ name })}
        />
        <OwnerChoice draft={draft} onOwner={(owner) => set({ owner })} />
        {draft.owner !== '' && (
          <Checkbox
            label={words.form.includeOwn}
            checked={draft.includeOwn}
            onChecked={(includeOwn) => set({ includeOwn })}
          />
        )}
        <Select
          label={words.form.patience}
          value={draft.patience}
          onValue={(patience) => set({ patience })}
          choices={patienceOptions(draft.patience)}
        />
      </Panel>
    </>
  );
}

/** Select with the integrations that can own the webhook: they have the webhook permission and can read the type. */
function OwnerChoice({ draft, onOwner }: { readonly draft: WebhookDraft; readonly onOwner: (owner: string) => void }) {
  const { account } = useMe();
  const integrations = useQuery(integrationsQuery(account.id));
  const able = (integrations.data ?? []).filter(
    ({ id, builtIn, revokedOn, areas, permissions }) =>
      // Keeps the selected owner even if the type has changed: the service explains why it is not possible.
      id === draft.owner ||
      (!builtIn && revokedOn === null && areas.includes('Webhooks') && permissions[draft.entityType as 'Tasks']?.read),
  );
  return (
    <Select
      label={words.form.owner}
      hint={words.form.ownerHint}
      value={draft.owner}
      onValue={onOwner}
      choices={[
        { value: '', label: words.form.webConsole },
        ...able.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
