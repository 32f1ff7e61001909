/** The audit log, newest first; the filter is in the address. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { infiniteListQuery } from '../api/pages.ts';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { Select, TextInput } from '../parts/Input.tsx';
import { useNavigateTo } from '../parts/Link.tsx';
import { LoadMore } from '../parts/More.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { LocalTime } from '../parts/RelativeTime.tsx';
import { Table, type TableColumn } from '../parts/Table.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useAccount, useMe } from '../shell/me.ts';
import { words } from '../words/settings.ts';
import styles from './settings.module.css';

interface Entry {
  readonly id: number;
  readonly on: string;
  readonly what: string;
  readonly by: { readonly kind: string; readonly name: string | null; readonly email: string | null };
  readonly address: string | null;
  readonly about: string | null;
  readonly detail?: Readonly<Record<string, unknown>> | null;
}

export function Audit() {
  const { companySettings } = useMe();
  return (
    <AccessGuard allowed={companySettings} needs={words.needs}>
      <AuditPage />
    </AccessGuard>
  );
}

function AuditPage() {
  const account = useAccount();
  const go = useNavigateTo();
  const { timeZone } = useTimeSettings();
  const search = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }));
  const what = search.get('what') ?? '';
  const by = search.get('by') ?? '';
  const [typed, setTyped] = useState(by);
  const filter = (next: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(Object.entries({ what, by, ...next }).filter(([, value]) => value !== ''));
    go(`/${account}/Settings/Audit${query.size > 0 ? `?${query}` : ''}`, { replace: true });
  };
  const query = new URLSearchParams([...(what === '' ? [] : [['what', what]]), ...(by === '' ? [] : [['by', by]])]);
  const entries = useInfiniteQuery(
    infiniteListQuery<Entry>([account, 'Audit', what, by], `/${account}/Audit?${query}`),
  );
  const rows = entries.data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <PageHeader title={words.audit} beside={<span className={styles.meta}>{timeZone}</span>}>
        {words.auditText}
      </PageHeader>
      <div className={styles.bar}>
        <Select
          label={words.auditWhat}
          value={what}
          onValue={(value) => filter({ what: value })}
          choices={[
            { value: '', label: words.everything },
            ...Object.entries(words.whats).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextInput
          label={words.auditBy}
          type="search"
          data-filter=""
          value={typed}
          onValue={setTyped}
          onBlur={() => filter({ by: typed.trim() })}
          onKeyDown={(event) => event.key === 'Enter' && filter({ by: typed.trim() })}
        />
      </div>
      <QueryPlaceholder of={entries} />
      {rows?.length === 0 && (
        <EmptyState
          title={words.auditNone}
          icon="clock"
          actions={
            <Button
              onClick={() => {
                setTyped('');
                filter({ what: '', by: '' });
              }}
            >
              {words.everything}
            </Button>
          }
        >
          {words.auditNoneText}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <Table caption={words.audit} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <div className={styles.more}>
        <LoadMore of={entries} label={words.more} />
      </div>
    </>
  );
}

const columns: readonly TableColumn<Entry>[] = [
  { key: 'what', title: words.auditColumns.what, cell: ({ what }) => words.whats[what] ?? what },
  { key: 'on', title: words.auditColumns.on, cell: ({ on }) => <LocalTime at={on} /> },
  { key: 'by', title: words.auditColumns.by, cell: ({ by }) => by.name ?? by.email ?? words.nobody },
  { key: 'about', title: words.auditColumns.about, cell: ({ about }) => about },
  { key: 'address', title: words.auditColumns.address, cell: ({ address }) => <span className="mono">{address}</span> },
  {
    key: 'detail',
    title: words.auditColumns.detail,
    cell: ({ detail }) => <span className={styles.detail}>{told(detail)}</span>,
  },
];

/** `how: reset, sessions: 2` */
function told(detail: Entry['detail']): string {
  return Object.entries(detail ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}
