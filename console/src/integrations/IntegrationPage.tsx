/** One integration: what it may do in words and as a table, how it is used, its webhooks, and ending or renewing its key. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type RecordTypeName, recordTypeNames } from '../../../src/catalogue/index.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { formatCount } from '../parts/formats.ts';
import { Icon } from '../parts/Icon.tsx';
import { Select } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { LocalTime, RelativeTime } from '../parts/RelativeTime.tsx';
import { humanizeName as spelled } from '../parts/State.tsx';
import { Table } from '../parts/Table.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { subjectLabel } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { webhooksQuery } from '../webhooks/queries.ts';
import { WebhookState } from '../webhooks/WebhookState.tsx';
import { words } from '../words/integrations.ts';
import { IntegrationState } from './IntegrationState.tsx';
import { explainPermission, permissionSentences } from './may-do.ts';
import { OneTimeCredentials } from './once.ts';
import {
  endGrace,
  type Integration,
  type IssuedCredentials,
  integrationAuditQuery,
  integrationsQuery,
} from './queries.ts';
import { UsagePanel } from './UsagePanel.tsx';

const RevokeDialog = lazyComponent(() => import('./Revoke.tsx'), 'RevokeDialog');
const RotateDialog = lazyComponent(() => import('./Rotate.tsx'), 'RotateDialog');

export function IntegrationPage() {
  const { companySettings } = useMe();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <AccessGuard allowed={companySettings} needs={words.needs}>
      <Found key={id} id={id} />
    </AccessGuard>
  );
}

function Found({ id }: { readonly id: string }) {
  const { account } = useMe();
  // How often an old secret is still used is watched here, as long as there is one.
  const all = useQuery({
    ...integrationsQuery(account.id),
    refetchInterval: ({ state }) => (state.data?.find((one) => one.id === id)?.previousSecret ? 2_000 : 30_000),
  });
  const [asking, setAsking] = useState<'rotate' | 'revoke'>();
  const [issued, setIssued] = useState<IssuedCredentials>();
  const one = all.data?.find((found) => found.id === id);
  const above = { to: `/${account.id}/Integrations`, label: words.integrations };
  if (all.data === undefined) return <QueryPlaceholder of={all} />;
  if (one === undefined) {
    return (
      <EmptyState whole icon="search" title={words.page.gone} actions={<Link to={above.to}>{above.label}</Link>}>
        {words.page.goneText}
      </EmptyState>
    );
  }
  if (issued !== undefined)
    return <OneTimeCredentials issued={issued} name={one.name} onDone={() => setIssued(undefined)} />;
  return (
    <>
      <PageHeader
        title={one.name}
        above={above}
        beside={<IntegrationState one={one} />}
        actions={!one.builtIn && one.revokedOn === null && <Actions onAsk={setAsking} />}
      >
        {one.builtIn ? words.page.builtInText : <code>{one.apiKey}</code>}
      </PageHeader>
      <div className={layout.stack}>
        {one.previousSecret !== null && one.revokedOn === null && <Grace one={one} />}
        <div className={layout.two}>
          <MayDo one={one} />
          <div className={layout.stack}>
            {!one.builtIn && <UsagePanel one={one} />}
            <Webhooks one={one} />
            {!one.builtIn && <History one={one} />}
          </div>
        </div>
      </div>
      {asking === 'rotate' && <RotateDialog one={one} onClose={() => setAsking(undefined)} onIssued={setIssued} />}
      {asking === 'revoke' && (
        <RevokeDialog one={one} onClose={() => setAsking(undefined)} onRotate={() => setAsking('rotate')} />
      )}
    </>
  );
}

function Actions({ onAsk }: { readonly onAsk: (what: 'rotate' | 'revoke') => void }) {
  const { may } = useMe();
  const why = may.keys ? undefined : words.onlyAdmins;
  return (
    <>
      <Button icon="refresh" writes why={why} onClick={() => onAsk('rotate')}>
        {words.rotate.action}
      </Button>
      <Button look="danger" writes why={why} onClick={() => onAsk('revoke')}>
        {words.revoke.action}
      </Button>
    </>
  );
}

/** While two secrets work: whether the old one still is in use. */
function Grace({ one }: { readonly one: Integration }) {
  const { account, may } = useMe();
  const { locale } = useTimeSettings();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => endGrace(account.id, one.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [account.id, 'Integrations'] });
      toast(words.rotate.ended);
    },
  });
  const { validUntil, usedSince, lastUsedOn } = one.previousSecret!;
  return (
    <>
      <Banner
        tone={usedSince > 0 ? 'warn' : 'info'}
        actions={
          <Button
            writes
            busy={ending.isPending}
            why={may.keys ? undefined : words.onlyAdmins}
            onClick={() => ending.mutate()}
          >
            {words.rotate.endNow}
          </Button>
        }
      >
        {words.rotate.ends} <RelativeTime at={validUntil} />.{' '}
        {usedSince === 0 ? (
          words.rotate.unused
        ) : (
          <>
            {words.rotate.used(formatCount(usedSince, locale))} <RelativeTime at={lastUsedOn} />.
          </>
        )}
      </Banner>
      {ending.error && <ProblemMessage problem={ending.error} />}
    </>
  );
}

function MayDo({ one }: { readonly one: Integration }) {
  const { keyLimit } = useMe();
  const [type, setType] = useState<RecordTypeName>('WorkOrders');
  const yes = (holds: boolean) => (
    <span className={holds ? layout.ok : layout.quiet}>
      <Icon name={holds ? 'check' : 'cross'} size={12} /> {holds ? words.page.yes : words.page.no}
    </span>
  );
  return (
    <Panel title={words.page.overview}>
      <ul className={layout.stack}>
        {permissionSentences(one, {
          submitter: one.builtIn ? '' : one.submitter,
          limit: one.builtIn ? 0 : keyLimit,
        }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Select
        label={words.page.canIt}
        hint={explainPermission(one, type)}
        value={type}
        onValue={(value) => setType(value as RecordTypeName)}
        choices={recordTypeNames.map((value) => ({ value, label: spelled(value) }))}
      />
      <Table
        caption={words.page.byType}
        rows={recordTypeNames}
        keyOf={(name) => name}
        columns={[
          { key: 'type', title: words.page.type, cell: (name) => spelled(name) },
          { key: 'read', title: words.page.read, cell: (name) => yes(one.permissions[name].read) },
          {
            key: 'write',
            title: one.proposesOnly ? words.page.proposes : words.page.write,
            cell: (name) => yes(one.permissions[name].write),
          },
        ]}
      />
    </Panel>
  );
}

function Webhooks({ one }: { readonly one: Integration }) {
  const { account } = useMe();
  const all = useQuery(webhooksQuery(account.id));
  const own = all.data?.filter(({ owner }) => owner.id === one.id);
  return (
    <Panel title={words.page.webhooks}>
      <QueryPlaceholder of={all} rows={2} />
      {own?.length === 0 && <p className={layout.quiet}>{words.page.noWebhooks}</p>}
      <ul className={layout.stack}>
        {own?.map((webhook) => (
          <li key={webhook.id} className={layout.spread}>
            <Link to={`/${account.id}/Webhooks/${webhook.id}`} className={layout.wrap}>
              {webhook.name || subjectLabel(webhook)}
            </Link>
            <WebhookState webhook={webhook} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function History({ one }: { readonly one: Integration }) {
  const { account } = useMe();
  const lines = useQuery(integrationAuditQuery(account.id, one.id));
  const named: Readonly<Record<string, string>> = words.page.audit;
  return (
    <Panel title={words.page.history}>
      <QueryPlaceholder of={lines} rows={2} />
      <ul className={layout.stack}>
        {lines.data?.map(({ id, what, on, by }) => (
          <li key={id}>
            {named[what] ?? what}{' '}
            <span className={layout.meta}>
              <LocalTime at={on} />
            </span>{' '}
            {by && <span className={layout.quiet}>{words.page.by(by.name ?? by.email ?? '')}</span>}
          </li>
        ))}
        {lines.data?.every(({ what }) => what !== 'key.made') && (
          <li>
            {words.page.made}{' '}
            <span className={layout.meta}>
              <LocalTime at={one.createdOn} />
            </span>{' '}
            <span className={layout.quiet}>{words.page.by(one.createdBy)}</span>
          </li>
        )}
      </ul>
    </Panel>
  );
}
