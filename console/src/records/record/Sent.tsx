/** What was sent of a record, over all webhooks. */
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../parts/Chip.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Link } from '../../parts/Link.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { Unread } from '../../parts/Unread.tsx';
import { Guard } from '../../shell/Forbidden.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { type SentDelivery, sentQuery } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { sentence } from '../labels.ts';

interface SentProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

export function SentTab(props: SentProps) {
  return (
    <Guard allowed={useMe().companySettings} needs={words.sentNeeds}>
      <Deliveries {...props} />
    </Guard>
  );
}

const tones: Readonly<Record<string, 'ok' | 'bad' | 'info' | 'plain'>> = {
  succeeded: 'ok',
  failed: 'bad',
  waiting: 'info',
};

function Deliveries({ account, type, id }: SentProps) {
  const found = useQuery(sentQuery(account, type.name, id));
  if (found.data === undefined) return <Unread of={found} />;
  if (found.data.length === 0) return <Empty icon="webhook" title={words.sentNone} />;
  return (
    <Table<SentDelivery>
      caption={words.sent}
      rows={found.data}
      keyOf={(row) => row.id}
      columns={[
        {
          key: 'delivery',
          title: 'Delivery',
          cell: ({ webhook, id: delivery }) => (
            <Link to={`/${account}/Webhooks/${webhook.id}/Deliveries/${delivery}`}>{`#${delivery}`}</Link>
          ),
        },
        {
          key: 'webhook',
          title: 'Webhook',
          cell: ({ webhook }) => <Link to={`/${account}/Webhooks/${webhook.id}`}>{webhook.name ?? webhook.host}</Link>,
        },
        { key: 'action', title: 'Event', cell: ({ webhook }) => sentence(webhook.action) },
        { key: 'version', title: 'Version', cell: ({ version }) => version, numeric: true },
        {
          key: 'state',
          title: 'State',
          cell: ({ state }) => <Chip tone={tones[state] ?? 'plain'}>{sentence(state)}</Chip>,
        },
        { key: 'status', title: 'Answer', cell: ({ status, error }) => status ?? error ?? '–' },
        { key: 'when', title: 'When', cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
      ]}
    />
  );
}
