/** How the account is connected: what needs attention, deliveries, failures, calls. */
import { connectionsWords as words } from '../words/home.ts';
import { Attempts } from './connections/Attempts.tsx';
import { Attention } from './connections/Attention.tsx';
import { Calls } from './connections/Calls.tsx';
import { Deliveries } from './connections/Deliveries.tsx';
import { Failures } from './connections/Failures.tsx';
import styles from './Home.module.css';
import { Pick } from './Pick.tsx';
import { hourSpans as spans } from './window.ts';

export interface ConnectionsProps {
  readonly hours: number;
  readonly onHours: (hours: number) => void;
}

export function Connections({ hours, onHours }: ConnectionsProps) {
  return (
    <>
      <div className={styles.filters}>
        <Pick
          label={words.window}
          value={String(hours)}
          onValue={(value) => onHours(Number(value))}
          choices={spans.map((span) => ({ value: String(span), label: words.hours(span) }))}
        />
      </div>
      <div className={styles.tiles}>
        <Attention hours={hours} />
        <Deliveries hours={hours} />
        <Attempts hours={hours} />
        <Failures hours={hours} />
        <Calls hours={hours} />
      </div>
    </>
  );
}
