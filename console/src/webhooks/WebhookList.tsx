/** Webhooks of the account, each with its last 24 hours. Inactive ones come first, with their reason. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookHealth } from '../api/types.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { formatCount } from '../parts/formats.ts';
import { HealthBar } from '../parts/HealthBar.tsx';
import { Select, TextInput } from '../parts/Input.tsx';
import { Link, useNavigateTo } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Table, type TableColumn } from '../parts/Table.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { hostOf, subjectLabel } from './describe.ts';
import layout from './layout.module.css';
import { healthOfAllQuery, type Webhook, webhooksQuery } from './queries.ts';
import { useFilterTitles } from './titles.ts';
import { WebhookState } from './WebhookState.tsx';

export function WebhookList() {
  const { may } = useMe();
  return (
    <AccessGuard allowed={may.webhooks} needs={words.needs}>
      <Webhooks />
    </AccessGuard>
  );
}

const WEBHOOKS_PER_PAGE = 100;

function Webhooks() {
  const { account } = useMe();
  const all = useQuery(webhooksQuery(account.id));
  const health = useQuery(healthOfAllQuery(account.id));
  const about = useFilterTitles(all.data ?? []);
  const [sought, setSought] = useState('');
  const [shown, setShown] = useState(WEBHOOKS_PER_PAGE);
  const [state, setState] = useStateFilter();
  const make = (
    <Link to={`/${account.id}/Webhooks/new`} look="primary">
      {words.newOne}
    </Link>
  );
  const described = (webhook: Webhook) => subjectLabel(webhook, about(webhook));
  const found = (all.data ?? []).filter(
    (one) => (state === '' || String(one.active) === state) && matches(one, described(one), sought),
  );
  const rows = [...found.filter(({ active }) => !active), ...found.filter(({ active }) => active)];
  const off = (all.data ?? []).filter(({ active }) => !active).length;
  return (
    <>
      <PageHeader title={words.webhooks} actions={make} />
      <QueryPlaceholder of={all} />
      {all.data?.length === 0 && (
        <EmptyState icon="webhook" title={words.noneTitle} actions={make}>
          {words.noneText}
        </EmptyState>
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
          {health.isLoadingError && <QueryPlaceholder of={health} />}
          {rows.length === 0 ? (
            <EmptyState title={words.noneMatch} />
          ) : (
            <Rows rows={rows.slice(0, shown)} health={health.data} described={described} account={account.id} />
          )}
          {rows.length > shown && (
            <div>
              <Button onClick={() => setShown(shown + WEBHOOKS_PER_PAGE)}>
                {words.moreRows(Math.min(WEBHOOKS_PER_PAGE, rows.length - shown))}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** State filter, kept in the address so that links can be shared: `?active=false`. */
function useStateFilter(): [string, (value: string) => void] {
  const go = useNavigateTo();
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
  const { locale } = useTimeSettings();
  const number = (value: number | undefined) => (value === undefined ? '' : formatCount(value, locale));
  const columns: TableColumn<Webhook>[] = [
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
