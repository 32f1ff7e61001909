/** All integrations of the account: what each may do, whether and how much it is used, and what hangs on it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { grouped } from '../parts/formats.ts';
import { Select } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useTimes } from '../parts/times.ts';
import { Unread } from '../parts/Unread.tsx';
import { Guard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/integrations.ts';
import { IntegrationState } from './IntegrationState.tsx';
import { inOneLine } from './may-do.ts';
import { type Integration, integrationsQuery } from './queries.ts';
import { chosen, type Order, type Shown } from './sorted.ts';

export function IntegrationList() {
  const { companySettings } = useMe();
  return (
    <Guard allowed={companySettings} needs={words.needs}>
      <Integrations />
    </Guard>
  );
}

function Integrations() {
  const { account } = useMe();
  const all = useQuery(integrationsQuery(account.id));
  const [shown, setShown] = useState<Shown>('all');
  const [order, setOrder] = useState<Order>('used');
  const rows = chosen(all.data ?? [], shown, order, Date.now());
  return (
    <>
      <PageHeader title={words.integrations} actions={<Make />} />
      <Unread of={all} />
      {all.data?.length === 0 && (
        <Empty icon="key" title={words.noneTitle} actions={<Make />}>
          {words.noneText}
        </Empty>
      )}
      {all.data !== undefined && all.data.length > 0 && (
        <div className={layout.stack}>
          <div className={layout.ends}>
            <Select
              label={words.filter}
              value={shown}
              onValue={(value) => setShown(value as Shown)}
              choices={Object.entries(words.filters).map(([value, label]) => ({ value, label }))}
            />
            <Select
              label={words.sort}
              value={order}
              onValue={(value) => setOrder(value as Order)}
              choices={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
            />
          </div>
          {rows.length === 0 ? <Empty title={words.noneMatch} /> : <Rows rows={rows} account={account.id} />}
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
  const { locale } = useTimes();
  const { keyLimit } = useMe();
  const number = (value: number) => grouped(value, locale);
  const columns: Column<Integration>[] = [
    {
      key: 'name',
      title: words.columns.name,
      cell: ({ id, name }) => (
        <Link to={`/${account}/Integrations/${id}`} className={layout.wrap}>
          {name}
        </Link>
      ),
    },
    { key: 'mayDo', title: words.columns.mayDo, cell: inOneLine },
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
