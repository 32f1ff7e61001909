/** What happens right now: the changes that make events, as the log of changes streams them. */
import { useState } from 'react';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useChanges } from '../shell/live/heard.ts';
import { useLiveState } from '../shell/live/Live.tsx';
import type { Change } from '../shell/live/stream.ts';
import { useMe } from '../shell/me.ts';
import { eventInWords, singularOf } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/events.ts';

const MOST = 50;

export function LiveEvents() {
  const { account } = useMe();
  const changes = useNewest();
  const isCut = useLiveState() !== 'live';
  const columns: Column<Change>[] = [
    {
      key: 'record',
      title: words.columns.record,
      cell: ({ type, id }) => (
        <Link to={`/${account.id}/${type}/${id}`} className={layout.wrap}>
          {singularOf(type)} {id}
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

/** Those that make events, the newest first. */
function useNewest(): readonly Change[] {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useChanges((change) => {
    if (change.events.length > 0) setChanges((known) => [change, ...known].slice(0, MOST));
  });
  return changes;
}
