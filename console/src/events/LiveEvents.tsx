/** What happens right now: the changes that make events, heard from the stream that the whole console shares. */
import { useMemo, useState } from 'react';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useNames } from '../records/data/names.ts';
import { useChanges } from '../shell/live/heard.ts';
import type { Change } from '../shell/live/stream.ts';
import { useMe } from '../shell/me.ts';
import { eventInWords, singularOf } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/events.ts';

const MOST = 50;

export function LiveEvents() {
  const { account } = useMe();
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useChanges((change) => {
    if (change.events.length > 0) setChanges((known) => [change, ...known].slice(0, MOST));
  });
  const names = useNames(
    account.id,
    useMemo(() => changes.map(({ type, id }) => ({ type, id })), [changes]),
  );
  const columns: Column<Change>[] = [
    {
      key: 'record',
      title: words.columns.record,
      cell: ({ type, id }) => (
        <Link to={`/${account.id}/${type}/${id}`} className={layout.wrap}>
          {names.find(type, id)?.title ?? `${singularOf(type)} ${id}`}
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
      <p className={layout.meta}>{words.liveText}</p>
      {changes.length === 0 ? (
        // The log of changes can be followed, not read backwards.
        <>
          <p className={layout.quiet}>{words.nothingYet}</p>
          <p className={layout.quiet}>
            {words.before} <Link to={`/${account.id}/Webhooks`}>{words.webhooks}</Link>
          </p>
        </>
      ) : (
        <Table caption={words.liveChanges} columns={columns} rows={changes} keyOf={({ change }) => change} />
      )}
    </Panel>
  );
}
