/** All integrations of the account: what each may do, whether and how much it is used, and what hangs on it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { formatCount } from '../parts/formats.ts';
import { Select } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Table, type TableColumn } from '../parts/Table.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/integrations.ts';
import { IntegrationState } from './IntegrationState.tsx';
import { permissionLine } from './may-do.ts';
import { type Integration, integrationsQuery } from './queries.ts';
import { filterIntegrations, type IntegrationFilter, type IntegrationOrder } from './sorted.ts';

export function IntegrationList() {
  const { companySettings } = useMe();
  return (
    <AccessGuard allowed={companySettings} needs={words.needs}>
      <Integrations />
    </AccessGuard>
  );
}

function Integrations() {
  const { account } = useMe();
  const all = useQuery(integrationsQuery(account.id));
  const [shown, setShown] = useState<IntegrationFilter>('all');
  const [order, setOrder] = useState<IntegrationOrder>('used');
  const rows = filterIntegrations(all.data ?? [], shown, order, Date.now());
  return (
    <>
      <PageHeader title={words.integrations} actions={<Make />} />
      <QueryPlaceholder of={all} />
      {all.data?.length === 0 && (
        <EmptyState icon="key" title={words.noneTitle} actions={<Make />}>
          {words.noneText}
        </EmptyState>
      )}
      {all.data !== undefined && all.data.length > 0 && (
        <div className={layout.stack}>
          <div className={layout.ends}>
            <Select
              label={words.filter}
              value={shown}
              onValue={(value) => setShown(value as IntegrationFilter)}
              choices={Object.entries(words.filters).map(([value, label]) => ({ value, label }))}
            />
            <Select
              label={words.sort}
              value={order}
              onValue={(value) => setOrder(value as IntegrationOrder)}
              choices={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
            />
          </div>
          {rows.length === 0 ? <EmptyState title={words.noneMatch} /> : <Rows rows={rows} account={account.id} />}
        </div>
      )}
    </>
  );
}

function Make() {
  const { account, may } = useMe();
  if (!may.keys) return <Button why={words.onlyAdmins}>{words.newOne}</Button>;
  return (
    <Link to={`/${account.id}/Integrations/new`} look="primary">
      {words.newOne}
    </Link>
  );
}

function Rows({ rows, account }: { readonly rows: readonly Integration[]; readonly account: string }) {
  const { locale } = useTimeSettings();
  const { keyLimit } = useMe();
  const number = (value: number) => formatCount(value, locale);
  const columns: TableColumn<Integration>[] = [
    {
      key: 'name',
      title: words.columns.name,
      cell: ({ id, name }) => (
        <Link to={`/${account}/Integrations/${id}`} className={layout.wrap}>
          {name}
        </Link>
      ),
    },
    { key: 'mayDo', title: words.columns.mayDo, cell: permissionLine },
    { key: 'madeBy', title: words.columns.madeBy, minor: true, cell: ({ createdBy }) => createdBy },
    { key: 'used', title: words.columns.lastUsed, cell: ({ lastUsedOn }) => <RelativeTime at={lastUsedOn} /> },
    {
      key: 'calls',
      title: words.columns.calls,
      numeric: true,
      cell: ({ calls24h, refused24h }) => (
        <>
          {number(calls24h)}
          {refused24h > 0 && <div className={layout.meta}>{words.refused(number(refused24h))}</div>}
        </>
      ),
    },
    {
      key: 'peak',
      title: words.columns.peak,
      minor: true,
      cell: ({ peakMinute }) => (peakMinute === 0 ? '' : words.peak(number(peakMinute), keyLimit)),
    },
    {
      key: 'webhooks',
      title: words.columns.webhooks,
      cell: ({ webhooks: { on, off } }) => (on + off === 0 ? '' : words.onOff(on, off)),
    },
    { key: 'state', title: words.columns.state, cell: (one) => <IntegrationState one={one} /> },
  ];
  return <Table caption={words.integrations} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
