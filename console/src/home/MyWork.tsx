/** One's own unfinished work: late first, then today, then the next days; what comes next is a button. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi, createQueryFn } from '../api/ask.ts';
import { Problem as Refusal } from '../api/problem.ts';
import { employeeQuery } from '../api/queries.ts';
import { EmptyState } from '../parts/Empty.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { Link } from '../parts/Link.tsx';
import { loadModule } from '../parts/load-part.ts';
import { ProblemMessage } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { getNameStore } from '../records/data/names.ts';
import { useDisplayContext } from '../records/data/reading.ts';
import type { RecordFields } from '../records/description.ts';
import { useAccount, useMe } from '../shell/me.ts';
import { myWorkWords as words } from '../words/home.ts';
import { listLink, unfinishedConditions } from './links.ts';
import { MoveFieldsDialog } from './MoveSheet.tsx';
import styles from './MyWork.module.css';
import {
  type AssignedWorkOrder,
  createWorkOrderMovePatch,
  type DueGroup,
  dueGroupOf,
  dueGroups,
  nextMoves,
  type WorkOrderMove,
  workOrderFields,
  workOrderReferences,
} from './my-work.ts';
import { WorkOrderCard } from './WorkCard.tsx';

const MAX_WORK_ORDERS = 200;

type Named = Pick<AssignedWorkOrder, 'ID' | 'Number'>;

export function MyWork() {
  const employee = useQuery(employeeQuery(useMe()));
  if (employee.data === undefined) return <QueryPlaceholder of={employee} />;
  if (employee.data === null) {
    return (
      <EmptyState icon="person" title={words.nobodyTitle}>
        {words.nobody}
      </EmptyState>
    );
  }
  return <Work employee={employee.data} />;
}

function Work({ employee }: { readonly employee: number }) {
  const account = useAccount();
  const { timeZone } = useTimeSettings();
  const queries = useQueryClient();
  const key = [account, 'WorkOrders', 'mine', employee];
  const conditions = [['AssignedEmployeeID', String(employee)] as const, ...unfinishedConditions];
  const all = listLink(account, 'WorkOrders', conditions);
  const found = useQuery({
    queryKey: key,
    queryFn: async (context) => {
      const query = `orderby=DueOn,Priority%20Desc&take=${MAX_WORK_ORDERS}&fields=${workOrderFields}`;
      const orders = await createQueryFn<readonly AssignedWorkOrder[]>(`${all}&${query}`)(context);
      // A card that grew by a name would move the buttons of the next one under the finger.
      await getNameStore(account).want(orders.flatMap(workOrderReferences));
      return orders;
    },
    refetchInterval: 60_000,
  });
  const { data } = found;
  const [asking, setAsking] = useState<{ readonly order: AssignedWorkOrder; readonly to: WorkOrderMove }>();
  const [busy, setBusy] = useState<number>();
  const [refused, setRefused] = useState<{ readonly of: Named; readonly problem: Refusal }>();
  const { nameOf } = useDisplayContext(
    account,
    useMemo(() => data?.flatMap(workOrderReferences), [data]),
  );

  /** `seen`: what was shown of it. */
  const move = async (
    order: Named,
    seen: RecordFields,
    to: string,
    fields: RecordFields = {},
  ): Promise<Refusal | undefined> => {
    setBusy(order.ID);
    setRefused(undefined);
    const reply = await callApi('PATCH', `/${account}/WorkOrders/${order.ID}`, {
      body: createWorkOrderMovePatch(seen, to, fields),
    });
    await queries.invalidateQueries({ queryKey: [account, 'WorkOrders'] });
    const isMet = reply instanceof Refusal && reply.code === 'patch_test_failed';
    const refused = isMet ? await changedBefore(order, seen, to, fields) : reply;
    setBusy(undefined);
    if (refused instanceof Refusal) return refused;
    focusNext(`[data-work="${order.ID}"][data-status="${to}"] button`);
    // A completed one can only be reopened; it comes back as it was begun.
    const from = String(seen.Status);
    const back = to === 'Completed' && from === 'OnHold' ? 'InProgress' : from;
    const told = to === 'Completed' ? words.done(order.Number) : `${order.Number}: ${words.moved[to]}`;
    toast(told, { label: words.undo, run: () => void moveNow(order, to, back) });
    return undefined;
  };
  /** Somebody else was faster: what is of use is where it stands now, and what it says. Nothing where that is what was wanted. */
  const changedBefore = async (
    { ID }: Named,
    seen: RecordFields,
    to: string,
    fields: RecordFields,
  ): Promise<Refusal | undefined> => {
    const reply = await callApi<AssignedWorkOrder & { readonly UpdatedBy: string }>(
      'GET',
      `/${account}/WorkOrders/${ID}?fields=${workOrderFields},UpdatedBy,Deleted`,
    );
    if (reply instanceof Refusal) return reply;
    const part = await loadModule(() => import('../records/record/move-meanwhile.ts')).catch(
      (problem: Refusal) => problem,
    );
    if (part instanceof Refusal) return part;
    const now = reply.body;
    if (part.isMoveApplied({ ...now }, to, fields)) return undefined;
    // What was typed stays, for whoever wants the move all the same: as long as there is one to make.
    setAsking((open) =>
      open?.order.ID === ID && nextMoves[now.Status]?.includes(open.to) ? { ...open, order: now } : open,
    );
    return part.fetchConcurrentChangeProblem(seen, { ...now });
  };
  const moveNow = async (order: Named, from: string, to: string) => {
    const problem = await move(order, { Status: from }, to);
    if (problem) setRefused({ of: order, problem });
  };
  const begin = (order: AssignedWorkOrder, to: WorkOrderMove) =>
    to === 'InProgress' ? void moveNow(order, order.Status, to) : setAsking({ order, to });

  if (data === undefined) return <QueryPlaceholder of={found} />;
  const now = Date.now();
  // Without a date they come first in a list, and last here.
  const byGroup = Map.groupBy(data, (order) => dueGroupOf(order, now, timeZone));
  return (
    <div className={styles.work}>
      {refused && !data.some(({ ID }) => ID === refused.of.ID) && (
        <section aria-label={refused.of.Number}>
          <h2>{refused.of.Number}</h2>
          <ProblemMessage problem={refused.problem} />
        </section>
      )}
      {data.length === 0 && (
        <EmptyState icon="check" title={words.noneTitle}>
          {words.none}
        </EmptyState>
      )}
      {dueGroups.map((group) => {
        const orders = byGroup.get(group) ?? [];
        if (orders.length === 0) return null;
        return (
          <section key={group} aria-label={titles[group]}>
            <h2>
              {titles[group]} <span className="quiet">{orders.length}</span>
            </h2>
            <ul className={styles.cards}>
              {orders.map((order) => (
                <WorkOrderCard
                  key={order.ID}
                  order={order}
                  group={group}
                  where={workOrderReferences(order)
                    .map(({ type, id }) => nameOf(type, id) ?? `#${id}`)
                    .join(' · ')}
                  busy={busy === order.ID}
                  problem={refused?.of.ID === order.ID ? refused.problem : undefined}
                  onMove={(to) => begin(order, to)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {data.length === MAX_WORK_ORDERS && <Link to={all}>{words.more(MAX_WORK_ORDERS)}</Link>}
      {/* Also where the work has left the list: what was typed about it stays. */}
      {asking && (
        <MoveFieldsDialog
          order={asking.order}
          to={asking.to}
          onClose={() => setAsking(undefined)}
          onMove={async (fields) => {
            const problem = await move(asking.order, { ...asking.order }, asking.to, fields);
            // Another one that was opened meanwhile stays.
            if (problem === undefined) setAsking((open) => (open === asking ? undefined : open));
            return problem;
          }}
        />
      )}
    </div>
  );
}

const titles: Readonly<Record<DueGroup, string>> = {
  late: words.late,
  today: words.today,
  week: words.week,
  later: words.later,
};
