/** What waits for a decision, and what became of the rest. Several are approved at once: exactly those that were seen and ticked. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { Select } from '../parts/Input.tsx';
import { useNavigateTo } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { ProposalRows } from './ProposalRows.tsx';
import {
  approveProposals,
  type BulkDecision,
  MAX_PROPOSALS_SHOWN,
  PROPOSALS_PER_PAGE,
  proposalsQuery,
} from './queries.ts';
import { pendingApprovalsQuery } from './waiting.ts';

export function ApprovalList() {
  const { account } = useMe();
  const [state, setState] = useStateInAddress();
  const [take, setTake] = useState(PROPOSALS_PER_PAGE);
  const found = useQuery(proposalsQuery(account.id, state, take));
  const waiting = useQuery(pendingApprovalsQuery(account.id));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [decided, setDecided] = useState<readonly BulkDecision[]>();
  const queries = useQueryClient();
  const rows = found.data?.rows ?? [];
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const many = useMutation({
    mutationFn: () => approveProposals(account.id, chosen),
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
              setTake(PROPOSALS_PER_PAGE);
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
        {many.error && <ProblemMessage problem={many.error} />}
        {decided && <Outcomes decided={decided} />}
        <QueryPlaceholder of={found} />
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
            {take < MAX_PROPOSALS_SHOWN && (
              <Button busy={found.isPlaceholderData} onClick={() => setTake(take + PROPOSALS_PER_PAGE)}>
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
  if (state !== 'pending') return <EmptyState title={words.noneMatch} />;
  return (
    <EmptyState icon="approve" title={words.noneTitle}>
      {words.noneText}
    </EmptyState>
  );
}

function Outcomes({ decided }: { readonly decided: readonly BulkDecision[] }) {
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
  const go = useNavigateTo();
  const { pathname, search } = useLocation();
  const given = (search as { state?: string }).state ?? '';
  const place = pathname.replace(/^\/console/, '');
  return [
    Object.hasOwn(words.states, given) ? given : 'pending',
    (value) => go(value === 'pending' ? place : `${place}?state=${value}`, { replace: true }),
  ];
}
