/** Attempts of a delivery in a table row: one mark with the status per attempt, and the same as text. */
import type { DeliveryAttempt } from '../api/types.ts';
import { Icon } from '../parts/Icon.tsx';
import styles from './AttemptDots.module.css';
import { causeLabel } from './remedies.ts';

/** Maximum number of marks. An endpoint that was down for days may have hundreds of attempts. */
const MAX_DOTS = 6;

export function AttemptDots({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return null;
  const shown = attempts.slice(-MAX_DOTS);
  const hidden = attempts.length - shown.length;
  const told = shown.map(({ status, error }) => (error === null ? `answered ${status}` : causeLabel(error, status)));
  const words = `${hidden > 0 ? `${hidden} earlier, ` : ''}${told.join(', ')}`;
  return (
    <span className={styles.dots} role="img" aria-label={words} title={words}>
      {hidden > 0 && <span className={styles.hidden}>+{hidden}</span>}
      {shown.map(({ attempt, status, error }) => (
        <span key={attempt} className={error === null ? styles.ok : styles.failed}>
          {status ?? <Icon name="cross" size={12} />}
        </span>
      ))}
    </span>
  );
}
