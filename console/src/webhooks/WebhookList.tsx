/** All webhooks of the account: those that are off on top, with their reason; each with its last 24 hours. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookHealth } from '../api/types.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { grouped } from '../parts/formats.ts';
import { HealthBar } from '../parts/HealthBar.tsx';
import { Select, TextInput } from '../parts/Input.tsx';
import { Link, useGo } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useTimes } from '../parts/times.ts';
import { Unread } from '../parts/Unread.tsx';
import { Guard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { aboutInWords, hostOf } from './describe.ts';
import layout from './layout.module.css';
import { healthOfAllQuery, type Webhook, webhooksQuery } from './queries.ts';
import { useFilterTitles } from './titles.ts';
import { WebhookState } from './WebhookState.tsx';

export function WebhookList() {
  const { may } = useMe();
  return (
    <Guard allowed={may.webhooks} needs={words.needs}>
      <Webhooks />
    </Guard>
  );
}

const AT_ONCE = 100;

function Webhooks() {
  const { account } = useMe();
  const all = useQuery(webhooksQuery(account.id));
  const health = useQuery(healthOfAllQuery(account.id));
  const about = useFilterTitles(all.data ?? []);
  const [sought, setSought] = useState('');
  const [shown, setShown] = useState(AT_ONCE);
  const [state, setState] = useStateFilter();
  const make = (
    <Link to={`/${account.id}/Webhooks/new`} look="primary">
      {words.newOne}
    </Link>
  );
  const described = (webhook: Webhook) => aboutInWords(webhook, about(webhook));
  const found = (all.data ?? []).filter(
    (one) => (state === '' || String(one.active) === state) && matches(one, described(one), sought),
  );
  const rows = [...found.filter(({ active }) => !active), ...found.filter(({ active }) => active)];
  const off = (all.data ?? []).filter(({ active }) => !active).length;
  return (
    <>
      <PageHeader title={words.webhooks} actions={make} />
      <Unread of={all} />
      {all.data?.length === 0 && (
        <Empty icon="webhook" title={words.noneTitle} actions={make}>
          {words.noneText}
        </Empty>
      )}
      {all.data !== undefined && all.data.length > 0 && (
        <div className={layout.stack}>
          {off > 0 && state !== 'true' && <Banner tone="bad">{words.offFirst(off)}</Banner>}
          <div className={layout.ends}>
            <div className={layout.find}>
              <TextInput label={words.find} type="search" value={sought} onValue={setSought} />
            </div>
            <Select
              label={words.columns.state}
              value={state}
              onValue={setState}
              choices={[
                { value: '', label: words.all },
                { value: 'true', label: words.on },
                { value: 'false', label: words.off },
              ]}
            />
          </div>
          {health.isLoadingError && <Unread of={health} />}
          {rows.length === 0 ? (
            <Empty title={words.noneMatch} />
          ) : (
            <Rows rows={rows.slice(0, shown)} health={health.data} described={described} account={account.id} />
          )}
          {rows.length > shown && (
            <div>
              <Button onClick={() => setShown(shown + AT_ONCE)}>
                {words.moreRows(Math.min(AT_ONCE, rows.length - shown))}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** In the address, so that it can be sent to somebody: `?active=false`. */
function useStateFilter(): [string, (value: string) => void] {
  const go = useGo();
  const { pathname, search } = useLocation();
  const given = (search as { active?: string }).active ?? '';
  const place = pathname.replace(/^\/console/, '');
  return [
    given === 'true' || given === 'false' ? given : '',
    (value) => go(value === '' ? place : `${place}?active=${value}`, { replace: true }),
  ];
}

function matches({ name, targetUrl, owner }: Webhook, about: string, sought: string): boolean {
  const words = `${name ?? ''} ${about} ${hostOf(targetUrl)} ${owner.name}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

interface RowsProps {
  readonly rows: readonly Webhook[];
  readonly health: ReadonlyMap<number, WebhookHealth> | undefined;
  readonly described: (webhook: Webhook) => string;
  readonly account: string;
}

function Rows({ rows, health, described, account }: RowsProps) {
  const { locale } = useTimes();
  const number = (value: number | undefined) => (value === undefined ? '' : grouped(value, locale));
  const columns: Column<Webhook>[] = [
    {
      key: 'name',
      title: words.columns.name,
      cell: (one) => (
        <div className={layout.name}>
          <Link to={`/${account}/Webhooks/${one.id}`} className={layout.wrap}>
            {one.name || described(one)}
          </Link>
          {!one.active && <div className={layout.reason}>{one.deactivateReason}</div>}
          {one.active && one.warning !== null && <div className={layout.meta}>{one.warning}</div>}
        </div>
      ),
    },
    { key: 'about', title: words.columns.about, cell: described },
    {
      key: 'host',
      title: words.columns.host,
      cell: ({ targetUrl, owner }) => (
        <>
          <span className={layout.host} title={hostOf(targetUrl)}>
            {hostOf(targetUrl)}
          </span>
          <div className={layout.meta}>{owner.name}</div>
        </>
      ),
    },
    {
      key: 'state',
      title: words.columns.state,
      cell: (one) => (
        <div className={layout.inline}>
          <WebhookState webhook={one} />
          {!one.active && (
            <Link to={`/${account}/Webhooks/${one.id}`} aria-label={`${words.fix} ${one.name ?? described(one)}`}>
              {words.fix}
            </Link>
          )}
        </div>
      ),
    },
    {
      key: 'health',
      title: words.columns.health,
      cell: ({ id }) => {
        const one = health?.get(id);
        return one && <HealthBar health={one} />;
      },
    },
    {
      key: 'failures',
      title: words.columns.failures,
      numeric: true,
      cell: ({ id }) => number(health?.get(id)?.failuresInARow),
    },
    { key: 'waits', title: words.columns.waits, numeric: true, cell: ({ id }) => number(health?.get(id)?.waiting) },
    {
      key: 'last',
      title: words.columns.lastSuccess,
      cell: ({ id }) => {
        const one = health?.get(id);
        return one && <RelativeTime at={one.lastSuccessOn} />;
      },
    },
  ];
  return <Table caption={words.webhooks} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
