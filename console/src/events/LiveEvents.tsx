/** What happens right now: the changes that make events, heard from the stream that the whole console shares. */
import { useMemo, useState } from 'react';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Table, type TableColumn } from '../parts/Table.tsx';
import { useRecordNames } from '../records/data/names.ts';
import { useRecordChanges } from '../shell/live/heard.ts';
import type { RecordChange } from '../shell/live/stream.ts';
import { useMe } from '../shell/me.ts';
import { eventLabel, singularLabel } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/events.ts';

const MAX_EVENTS_SHOWN = 50;

export function LiveEvents() {
  const { account } = useMe();
  const [changes, setChanges] = useState<readonly RecordChange[]>([]);
  useRecordChanges((change) => {
    if (change.events.length > 0) setChanges((known) => [change, ...known].slice(0, MAX_EVENTS_SHOWN));
  });
  const names = useRecordNames(
    account.id,
    useMemo(() => changes.map(({ type, id }) => ({ type, id })), [changes]),
  );
  const columns: TableColumn<RecordChange>[] = [
    {
      key: 'record',
      title: words.columns.record,
      cell: ({ type, id }) => (
        <Link to={`/${account.id}/${type}/${id}`} className={layout.wrap}>
          {names.find(type, id)?.title ?? `${singularLabel(type)} ${id}`}
        </Link>
      ),
    },
    {
      key: 'event',
      title: words.columns.event,
      cell: ({ type, events }) => events.map((event) => eventLabel(type, event)).join(', '),
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
