/** Sessions of the user, with buttons to end them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApiOrThrow, createQueryFn } from '../../api/ask.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { toast } from '../../parts/Toast.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/session.ts';
import { deviceName } from './device-name.ts';

interface ShownSession {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly createdOn: string;
  readonly seenOn: string;
  readonly current: boolean;
}

export function Sessions() {
  const account = useAccount();
  const queries = useQueryClient();
  const queryKey = [account, 'Sessions'];
  const sessions = useQuery({ queryKey, queryFn: createQueryFn<readonly ShownSession[]>(`/${account}/Sessions`) });
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      callApiOrThrow('DELETE', `/${account}/Sessions${id === undefined ? '' : `/${id}`}`),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onSuccess: (_, id) => id === undefined && toast(words.othersOut),
  });
  // Only one at a time, because the mutation shows only its newest call as running.
  const turnOf = (id?: string) =>
    !end.isPending ? {} : end.variables === id ? { busy: true } : { why: words.oneByOne };
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title={words.sessions}
      flush
      actions={
        others.length > 0 && (
          <Button writes {...turnOf()} onClick={() => end.mutate(undefined)}>
            {words.signOutOthers}
          </Button>
        )
      }
    >
      {end.error && <ProblemMessage problem={end.error} />}
      <QueryPlaceholder of={sessions} rows={2} />
      {sessions.data && (
        <Table
          caption={words.sessions}
          rows={[...sessions.data].sort((a, b) => (a.seenOn < b.seenOn ? 1 : -1))}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'device',
              title: words.device,
              cell: ({ device, current }) => (
                <>
                  {deviceName(device)} {current && <Chip tone="info">{words.thisOne}</Chip>}
                </>
              ),
            },
            { key: 'address', title: words.address, cell: ({ address }) => <span className="mono">{address}</span> },
            { key: 'seen', title: words.seen, cell: ({ seenOn }) => <RelativeTime at={seenOn} /> },
            { key: 'since', title: words.since, cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
            {
              key: 'end',
              title: <span className="unseen">{words.signOutOne}</span>,
              cell: ({ id, current }) =>
                !current && (
                  <Button look="quiet" writes {...turnOf(id)} onClick={() => end.mutate(id)}>
                    {words.signOutOne}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
