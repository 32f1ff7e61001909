/** What waits for a decision, and what became of the rest. Several are approved at once: exactly those that were seen and ticked. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Chip } from '../parts/Chip.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Select } from '../parts/Input.tsx';
import { Link, useGo } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Problem } from '../parts/Problem.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useTypes } from '../records/data/catalogue.ts';
import { useReading } from '../records/data/reading.ts';
import { labelOf } from '../records/labels.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { namedFields, risksOf } from './describe.ts';
import { approveSeveral, type Decided, type Proposal, proposalsQuery, waitingQuery } from './queries.ts';
import { Standing } from './Standing.tsx';

export function ApprovalList() {
  const { account } = useMe();
  const [state, setState] = useStateInAddress();
  const found = useQuery(proposalsQuery(account.id, state));
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
              setState(value);
            }}
            choices={Object.entries(words.states).map(([value, label]) => ({ value, label }))}
          />
          {chosen.length > 0 && (
            <Button look="primary" icon="approve" busy={many.isPending} onClick={() => many.mutate()}>
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
        {found.error && <Problem problem={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <Skeleton />}
        {found.data?.rows.length === 0 && <None state={state} />}
        {rows.length > 0 && (
          <Rows rows={rows} account={account.id} ticked={ticked} onTicked={setTicked} dimmed={found.isFetching} />
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

interface RowsProps {
  readonly rows: readonly Proposal[];
  readonly account: string;
  readonly ticked: ReadonlySet<number>;
  readonly onTicked: (ticked: ReadonlySet<number>) => void;
  readonly dimmed: boolean;
}

function Rows({ rows, account, ticked, onTicked, dimmed }: RowsProps) {
  const { permissions } = useMe();
  const types = useTypes(account);
  const references = useMemo(
    () => rows.flatMap(({ type, recordID }) => (recordID === null ? [] : [{ type, id: recordID }])),
    [rows],
  );
  const reading = useReading(account, references);
  const canTick = ({ state, standing, type }: Proposal) =>
    state === 'pending' && standing === 'applies' && permissions[type]?.write === true;
  const tickable = rows.filter(canTick);
  const toggle = (id: number, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    onTicked(next);
  };
  const about = ({ type, recordID }: Proposal) => {
    const singular = types.find(({ name }) => name === type)?.singular ?? type;
    if (recordID === null) return singular;
    return reading.names.find(type, recordID)?.title ?? `${singular} ${recordID}`;
  };
  const columns: Column<Proposal>[] = [
    {
      key: 'what',
      title: words.columns.what,
      cell: (one) => (
        <div className={styles.first}>
          {canTick(one) ? (
            <input
              type="checkbox"
              aria-label={words.tick(one.id)}
              checked={ticked.has(one.id)}
              onChange={(event) => toggle(one.id, event.target.checked)}
            />
          ) : (
            tickable.length > 0 && <span className={styles.noTick} />
          )}
          <div>
            <Link to={`/${account}/Approvals/${one.id}`}>
              {words.operations[one.operation]} {about(one)}
            </Link>
            {one.planTitle !== null && (
              <div className={layout.meta}>{words.plan(one.planTitle, one.order, one.planSize ?? 1)}</div>
            )}
          </div>
        </div>
      ),
    },
    {
      key: 'change',
      title: words.columns.change,
      cell: (one) => (
        <div>
          <div>{inALine(one)}</div>
          <div className={styles.chips}>
            {risksOf(one).map((risk) => (
              <Chip key={risk} tone="warn">
                {risk}
              </Chip>
            ))}
          </div>
        </div>
      ),
    },
    {
      key: 'why',
      title: words.columns.why,
      cell: ({ reason }) => <div className={`${styles.reason} ${styles.cut}`}>{reason}</div>,
    },
    { key: 'by', title: words.columns.by, cell: ({ by }) => by.name, minor: true },
    { key: 'age', title: words.columns.age, cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
    { key: 'standing', title: words.columns.standing, cell: (one) => <Standing proposal={one} /> },
  ];
  return (
    <>
      {tickable.length > 1 && (
        <div className={layout.bar}>
          <Button onClick={() => onTicked(new Set(tickable.map(({ id }) => id)))}>{words.chooseAll}</Button>
          <span aria-live="polite">{ticked.size > 0 && words.chosen(ticked.size)}</span>
        </div>
      )}
      <Table caption={words.approvals} columns={columns} rows={rows} keyOf={({ id }) => id} dimmed={dimmed} />
    </>
  );
}

function inALine(proposal: Proposal): string {
  const named = [...(namedFields(proposal) ?? proposal.changed.map(({ field }) => field))].filter(
    (field) => field !== '',
  );
  const shown = named.slice(0, 4).map(labelOf).join(', ');
  return named.length > 4 ? `${shown} …` : shown;
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
