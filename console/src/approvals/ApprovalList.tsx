/** What waits for a decision, and what became of the rest. Several are approved at once: exactly those that were seen and ticked. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { Select } from '../parts/Input.tsx';
import { useGo } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Unread } from '../parts/Unread.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { ProposalRows } from './ProposalRows.tsx';
import { approveSeveral, type Decided, MOST_SHOWN, proposalsQuery, SHOWN } from './queries.ts';
import { waitingQuery } from './waiting.ts';

export function ApprovalList() {
  const { account } = useMe();
  const [state, setState] = useStateInAddress();
  const [take, setTake] = useState(SHOWN);
  const found = useQuery(proposalsQuery(account.id, state, take));
  const waiting = useQuery(waitingQuery(account.id));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [decided, setDecided] = useState<readonly Decided[]>();
  const queries = useQueryClient();
  const rows = found.data?.rows ?? [];
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const many = useMutation({
    mutationFn: () => approveSeveral(account.id, chosen),
    onSuccess: async (told) => {
      setDecided(told);
      setTicked(new Set());
      await queries.invalidateQueries({ queryKey: [account.id, 'Proposals'] });
      await queries.invalidateQueries({ queryKey: [account.id, 'Proposals waiting'] });
      focusNext('h1');
    },
  });
  const since =
    state === 'pending' && found.data !== undefined ? (waiting.data ?? found.data.total) - found.data.total : 0;
  return (
    <>
      <PageHeader title={words.approvals} />
      <div className={layout.stack}>
        <div className={layout.ends}>
          <Select
            label={words.state}
            value={state}
            onValue={(value) => {
              setTicked(new Set());
              setDecided(undefined);
              setTake(SHOWN);
              setState(value);
            }}
            choices={Object.entries(words.states).map(([value, label]) => ({ value, label }))}
          />
          {chosen.length > 0 && (
            <Button look="primary" icon="approve" writes busy={many.isPending} onClick={() => many.mutate()}>
              {words.approveSeveral(chosen.length)}
            </Button>
          )}
        </div>
        {since !== 0 && (
          <Banner
            tone="info"
            role="status"
            actions={<Button onClick={() => void found.refetch()}>{words.show}</Button>}
          >
            {since > 0 ? words.others(since) : words.fewer}
          </Banner>
        )}
        {many.error && <Problem problem={many.error} />}
        {decided && <Outcomes decided={decided} />}
        <Unread of={found} />
        {found.data?.rows.length === 0 && <None state={state} />}
        {rows.length > 0 && (
          <ProposalRows
            rows={rows}
            account={account.id}
            ticked={ticked}
            onTicked={setTicked}
            dimmed={found.isFetching}
          />
        )}
        {found.data !== undefined && found.data.total > rows.length && (
          <div className={layout.bar}>
            <span className={layout.quiet}>{words.shownOf(rows.length, found.data.total)}</span>
            {take < MOST_SHOWN && (
              <Button busy={found.isPlaceholderData} onClick={() => setTake(take + SHOWN)}>
                {words.more}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

function None({ state }: { readonly state: string }) {
  if (state !== 'pending') return <Empty title={words.noneMatch} />;
  return (
    <Empty icon="approve" title={words.noneTitle}>
      {words.noneText}
    </Empty>
  );
}

function Outcomes({ decided }: { readonly decided: readonly Decided[] }) {
  const applied = decided.filter(({ outcome }) => outcome === 'approved').length;
  const others = decided.filter(({ outcome }) => outcome !== 'approved');
  return (
    <Banner tone={others.length === 0 ? 'ok' : 'warn'} role="status">
      {words.done(applied, decided.length)}
      {others.length > 0 && (
        <ul className={styles.list}>
          {others.map(({ id, outcome, problem }) => (
            <li key={id}>
              {words.proposal(id)}: {words.outcomes[outcome] ?? outcome}
              {problem && ` (${problem.detail})`}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** In the address, so that it can be sent to somebody. */
function useStateInAddress(): [string, (value: string) => void] {
  const go = useGo();
  const { pathname, search } = useLocation();
  const given = (search as { state?: string }).state ?? '';
  const place = pathname.replace(/^\/console/, '');
  return [
    Object.hasOwn(words.states, given) ? given : 'pending',
    (value) => go(value === 'pending' ? place : `${place}?state=${value}`, { replace: true }),
  ];
}
