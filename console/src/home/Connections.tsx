/** Connections of the account: open problems, deliveries, attempts, failures and API calls. */
import { connectionsWords as words } from '../words/home.ts';
import { AttemptsTile } from './connections/Attempts.tsx';
import { AttentionTile } from './connections/Attention.tsx';
import { CallsTile } from './connections/Calls.tsx';
import { DeliveriesTile } from './connections/Deliveries.tsx';
import { FailuresTile } from './connections/Failures.tsx';
import styles from './Home.module.css';
import { InlineSelect } from './Pick.tsx';
import { hourOptions as spans } from './window.ts';

export interface ConnectionsProps {
  readonly hours: number;
  readonly onHours: (hours: number) => void;
}

export function Connections({ hours, onHours }: ConnectionsProps) {
  return (
    <>
      <div className={styles.filters}>
        <InlineSelect
          label={words.window}
          value={String(hours)}
          onValue={(value) => onHours(Number(value))}
          choices={spans.map((span) => ({ value: String(span), label: words.hours(span) }))}
        />
      </div>
      <div className={styles.tiles}>
        <AttentionTile hours={hours} />
        <DeliveriesTile hours={hours} />
        <AttemptsTile hours={hours} />
        <FailuresTile hours={hours} />
        <CallsTile hours={hours} />
      </div>
    </>
  );
}
