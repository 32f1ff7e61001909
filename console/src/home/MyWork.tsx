/** One's own unfinished work: late first, then today, then the next days; what comes next is a button. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask, read } from '../api/ask.ts';
import { Problem as Refusal } from '../api/problem.ts';
import { employeeQuery } from '../api/queries.ts';
import { Empty } from '../parts/Empty.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { Link } from '../parts/Link.tsx';
import { loadPart } from '../parts/load-part.ts';
import { Problem } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimes } from '../parts/times.ts';
import { Unread } from '../parts/Unread.tsx';
import { namesOf } from '../records/data/names.ts';
import { useReading } from '../records/data/reading.ts';
import type { RecordFields } from '../records/description.ts';
import { useAccount, useMe } from '../shell/me.ts';
import { myWorkWords as words } from '../words/home.ts';
import { list, unfinished } from './links.ts';
import { MoveSheet } from './MoveSheet.tsx';
import styles from './MyWork.module.css';
import {
  type Group,
  groupOf,
  groups,
  type Move,
  movePatch,
  movesFrom,
  placesOf,
  type WorkOrder,
  workOrderFields,
} from './my-work.ts';
import { WorkCard } from './WorkCard.tsx';

const MOST = 200;

type Named = Pick<WorkOrder, 'ID' | 'Number'>;

export function MyWork() {
  const employee = useQuery(employeeQuery(useMe()));
  if (employee.data === undefined) return <Unread of={employee} />;
  if (employee.data === null) {
    return (
      <Empty icon="person" title={words.nobodyTitle}>
        {words.nobody}
      </Empty>
    );
  }
  return <Work employee={employee.data} />;
}

function Work({ employee }: { readonly employee: number }) {
  const account = useAccount();
  const { timeZone } = useTimes();
  const queries = useQueryClient();
  const key = [account, 'WorkOrders', 'mine', employee];
  const conditions = [['AssignedEmployeeID', String(employee)] as const, ...unfinished];
  const all = list(account, 'WorkOrders', conditions);
  const found = useQuery({
    queryKey: key,
    queryFn: async (context) => {
      const query = `orderby=DueOn,Priority%20Desc&take=${MOST}&fields=${workOrderFields}`;
      const orders = await read<readonly WorkOrder[]>(`${all}&${query}`)(context);
      // A card that grew by a name would move the buttons of the next one under the finger.
      await namesOf(account).want(orders.flatMap(placesOf));
      return orders;
    },
    refetchInterval: 60_000,
  });
  const { data } = found;
  const [asking, setAsking] = useState<{ readonly order: WorkOrder; readonly to: Move }>();
  const [busy, setBusy] = useState<number>();
  const [refused, setRefused] = useState<{ readonly of: Named; readonly problem: Refusal }>();
  const { nameOf } = useReading(
    account,
    useMemo(() => data?.flatMap(placesOf), [data]),
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
    const reply = await ask('PATCH', `/${account}/WorkOrders/${order.ID}`, { body: movePatch(seen, to, fields) });
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
    const reply = await ask<WorkOrder & { readonly UpdatedBy: string }>(
      'GET',
      `/${account}/WorkOrders/${ID}?fields=${workOrderFields},UpdatedBy,Deleted`,
    );
    if (reply instanceof Refusal) return reply;
    const part = await loadPart(() => import('../records/record/move-meanwhile.ts')).catch(
      (problem: Refusal) => problem,
    );
    if (part instanceof Refusal) return part;
    const now = reply.body;
    if (part.isMade({ ...now }, to, fields)) return undefined;
    // What was typed stays, for whoever wants the move all the same: as long as there is one to make.
    setAsking((open) =>
      open?.order.ID === ID && movesFrom[now.Status]?.includes(open.to) ? { ...open, order: now } : open,
    );
    return part.toldMeanwhile(seen, { ...now });
  };
  const moveNow = async (order: Named, from: string, to: string) => {
    const problem = await move(order, { Status: from }, to);
    if (problem) setRefused({ of: order, problem });
  };
  const begin = (order: WorkOrder, to: Move) =>
    to === 'InProgress' ? void moveNow(order, order.Status, to) : setAsking({ order, to });

  if (data === undefined) return <Unread of={found} />;
  const now = Date.now();
  // Without a date they come first in a list, and last here.
  const byGroup = Map.groupBy(data, (order) => groupOf(order, now, timeZone));
  return (
    <div className={styles.work}>
      {refused && !data.some(({ ID }) => ID === refused.of.ID) && (
        <section aria-label={refused.of.Number}>
          <h2>{refused.of.Number}</h2>
          <Problem problem={refused.problem} />
        </section>
      )}
      {data.length === 0 && (
        <Empty icon="check" title={words.noneTitle}>
          {words.none}
        </Empty>
      )}
      {groups.map((group) => {
        const orders = byGroup.get(group) ?? [];
        if (orders.length === 0) return null;
        return (
          <section key={group} aria-label={titles[group]}>
            <h2>
              {titles[group]} <span className="quiet">{orders.length}</span>
            </h2>
            <ul className={styles.cards}>
              {orders.map((order) => (
                <WorkCard
                  key={order.ID}
                  order={order}
                  group={group}
                  where={placesOf(order)
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
      {data.length === MOST && <Link to={all}>{words.more(MOST)}</Link>}
      {/* Also where the work has left the list: what was typed about it stays. */}
      {asking && (
        <MoveSheet
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

const titles: Readonly<Record<Group, string>> = {
  late: words.late,
  today: words.today,
  week: words.week,
  later: words.later,
};
