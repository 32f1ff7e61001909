/** What happens right now: the changes that make events, as the log of changes streams them. */
import { useEffect, useState } from 'react';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useMe } from '../shell/me.ts';
import { eventInWords, singularOf } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/events.ts';

interface Change {
  readonly change: string;
  readonly type: string;
  readonly id: number;
  readonly on: string;
  readonly by: { readonly name: string | null; readonly email: string | null };
  readonly events: readonly string[];
  readonly data: { readonly Number?: string; readonly Name?: string } | null;
}

const MOST = 50;

export function LiveEvents() {
  const { account } = useMe();
  const { changes, isCut } = useChanges(account.id);
  const columns: Column<Change>[] = [
    {
      key: 'record',
      title: words.columns.record,
      cell: ({ type, id, data }) => (
        <Link to={`/${account.id}/${type}/${id}`} className={layout.wrap}>
          {data?.Number ?? data?.Name ?? `${singularOf(type)} ${id}`}
        </Link>
      ),
    },
    {
      key: 'event',
      title: words.columns.event,
      cell: ({ type, events }) => events.map((event) => eventInWords(type, event)).join(', '),
    },
    { key: 'by', title: words.columns.by, cell: ({ by }) => by.name ?? by.email ?? '' },
    { key: 'when', title: words.columns.when, cell: ({ on }) => <RelativeTime at={on} /> },
  ];
  return (
    <Panel title={words.live}>
      <p className={layout.meta}>{isCut ? words.cut : words.liveText}</p>
      {changes.length === 0 ? (
        <p className={layout.quiet}>{words.nothingYet}</p>
      ) : (
        <Table caption={words.live} columns={columns} rows={changes} keyOf={({ change }) => change} />
      )}
    </Panel>
  );
}

/** The newest first. The browser asks again by itself where the stream breaks off, from where it was. */
function useChanges(account: string): { readonly changes: readonly Change[]; readonly isCut: boolean } {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const source = new EventSource(`/console/api/${account}/Changes?after=now`);
    source.onopen = () => setCut(false);
    source.onerror = () => setCut(true);
    source.onmessage = ({ data }) => {
      const change = JSON.parse(data) as Change;
      if (change.events.length > 0) setChanges((known) => [change, ...known].slice(0, MOST));
    };
    return () => source.close();
  }, [account]);
  return { changes, isCut };
}
