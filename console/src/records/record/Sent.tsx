/** Deliveries of a record's events, across all webhooks. */
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../parts/Chip.tsx';
import { EmptyState } from '../../parts/Empty.tsx';
import { Link } from '../../parts/Link.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { AccessGuard } from '../../shell/Forbidden.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { type SentDelivery, sentDeliveriesQuery } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { sentenceCase } from '../labels.ts';

interface SentProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

export function SentTab(props: SentProps) {
  return (
    <AccessGuard allowed={useMe().companySettings} needs={words.sentNeeds}>
      <Deliveries {...props} />
    </AccessGuard>
  );
}

const tones: Readonly<Record<string, 'ok' | 'bad' | 'info' | 'plain'>> = {
  succeeded: 'ok',
  failed: 'bad',
  waiting: 'info',
};

function Deliveries({ account, type, id }: SentProps) {
  const found = useQuery(sentDeliveriesQuery(account, type.name, id));
  if (found.data === undefined) return <QueryPlaceholder of={found} />;
  if (found.data.length === 0) return <EmptyState icon="webhook" title={words.sentNone} />;
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
        { key: 'action', title: 'Event', cell: ({ webhook }) => sentenceCase(webhook.action) },
        { key: 'version', title: 'Version', cell: ({ version }) => version, numeric: true },
        {
          key: 'state',
          title: 'State',
          cell: ({ state }) => <Chip tone={tones[state] ?? 'plain'}>{sentenceCase(state)}</Chip>,
        },
        { key: 'status', title: 'Answer', cell: ({ status, error }) => status ?? error ?? '–' },
        { key: 'when', title: 'When', cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
      ]}
    />
  );
}
