/** A piece of work with what comes next as large buttons: for one hand, in a glove. */
import type { Problem as Refusal } from '../api/problem.ts';
import { Button } from '../parts/Button.tsx';
import { Link } from '../parts/Link.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { StateLabel } from '../parts/State.tsx';
import { formatInstant, formatLateness, useTimeSettings } from '../parts/times.ts';
import { useMe } from '../shell/me.ts';
import { myWorkWords as words } from '../words/home.ts';
import styles from './MyWork.module.css';
import { type AssignedWorkOrder, type DueGroup, nextMoves, type WorkOrderMove } from './my-work.ts';

export interface WorkOrderCardProps {
  readonly order: AssignedWorkOrder;
  readonly group: DueGroup;
  readonly where: string;
  readonly busy: boolean;
  readonly problem: Refusal | undefined;
  readonly onMove: (to: WorkOrderMove) => void;
}

export function WorkOrderCard({ order, group, where, busy, problem, onMove }: WorkOrderCardProps) {
  const { account, permissions } = useMe();
  const times = useTimeSettings();
  const [next, ...others] = nextMoves[order.Status];
  const why = permissions.WorkOrders?.write ? undefined : 'Your role may not change work orders';
  const due = order.DueOn;
  return (
    <li className={styles.card} data-work={order.ID} data-status={order.Status}>
      <div className={styles.what}>
        <Link to={`/${account.id}/WorkOrders/${order.ID}`}>
          <span className={styles.number}>{order.Number}</span> {order.Name}
        </Link>
        <div className={styles.about}>
          <StateLabel of={order.Status} />
          {(order.Priority === 'Urgent' || order.Priority === 'High') && <strong>{order.Priority}</strong>}
          {group === 'late' && due !== null ? (
            <strong className={styles.late}>{formatLateness(order, due, Date.now())}</strong>
          ) : (
            <span>{due === null ? words.noDue : words.dueAt(formatInstant(due, times))}</span>
          )}
          {order.Status === 'OnHold' && order.HoldReason !== null && <span>{order.HoldReason}</span>}
        </div>
        {where !== '' && <div className={styles.where}>{where}</div>}
      </div>
      <div className={styles.moves}>
        {[next!, ...others].map((to, at) => (
          <Button
            key={to}
            writes
            className={styles.move}
            look={at === 0 ? 'primary' : 'plain'}
            busy={busy && at === 0}
            why={why}
            aria-label={`${labelOf(order, to)} ${order.Number}`}
            onClick={() => onMove(to)}
          >
            {labelOf(order, to)}
          </Button>
        ))}
      </div>
      {problem && <ProblemMessage problem={problem} />}
    </li>
  );
}

function labelOf({ Status }: AssignedWorkOrder, to: WorkOrderMove): string {
  if (to === 'Completed') return words.complete;
  if (to === 'OnHold') return words.hold;
  return Status === 'OnHold' ? words.resume : words.start;
}
