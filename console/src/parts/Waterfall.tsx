/** Waterfall chart of a delivery attempt: a bar per stage on a millisecond scale, with the figures. */
import type { DeliveryAttempt } from '../api/types.ts';
import { createWaterfall, formatMilliseconds, waterfallText } from '../webhooks/waterfall.ts';
import styles from './Waterfall.module.css';

export interface WaterfallProps {
  readonly attempt: DeliveryAttempt;
  /** Time that the full width represents: with several attempts, the longest one. */
  readonly scaleMs?: number | undefined;
}

const labels = { dns: 'dns', connect: 'connect', tls: 'tls', waiting: 'waiting', reading: 'reading' } as const;

export function Waterfall({ attempt, scaleMs }: WaterfallProps) {
  const waterfall = createWaterfall(attempt, scaleMs);
  return (
    <figure className={styles.waterfall}>
      <figcaption className="unseen">{waterfallText(waterfall, formatMilliseconds)}</figcaption>
      {waterfall.bars.map(({ stage, ms, failed, left, width }) => (
        <div key={stage} className={styles.row} data-stage={stage} data-ms={ms ?? ''} aria-hidden="true">
          <span className={styles.label}>{labels[stage]}</span>
          <svg className={styles.track} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            {ms !== null && (
              <rect
                className={failed ? styles.failed : styles[stage]}
                x={Math.min(left, 99)}
                width={Math.max(width, 0.6)}
                height={8}
              />
            )}
          </svg>
          <span className={failed ? styles.failedText : styles.time}>
            {ms === null ? '–' : failed ? `failed at ${formatMilliseconds(ms)}` : formatMilliseconds(ms)}
          </span>
        </div>
      ))}
    </figure>
  );
}
