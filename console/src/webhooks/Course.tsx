/** Timeline of a delivery: committed, attempts, settled, with the times between them. */
import type { Delivery } from '../api/types.ts';
import { timeFormat } from '../parts/formats.ts';
import { TimeWithTooltip } from '../parts/RelativeTime.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { words } from '../words/webhooks.ts';
import styles from './Course.module.css';
import { createDeliveryTimeline, type DeliveryTimelineStep } from './course.ts';
import { formatMilliseconds } from './waterfall.ts';

export function DeliveryTimeline({ delivery }: { readonly delivery: Delivery }) {
  const moments = createDeliveryTimeline(delivery);
  // An endpoint that was down for days may have hundreds of attempts.
  const shown = moments.length <= 8 ? moments : [...moments.slice(0, 3), ...moments.slice(-4)];
  return (
    <ol className={styles.course} aria-label={words.delivery.course}>
      {shown.map((moment) => (
        <li key={`${moment.what}${moment.attempt ?? ''}`}>
          {moment.afterMs !== null && (
            <span className={styles.wait}>{words.delivery.after(lasted(moment.afterMs))}</span>
          )}
          <strong>{nameOf(moment, delivery)}</strong>
          <Exact at={moment.on} />
        </li>
      ))}
    </ol>
  );
}

function nameOf({ what, attempt }: DeliveryTimelineStep, { state }: Delivery): string {
  if (what === 'attempt') return words.delivery.attempt(attempt!);
  return what === 'settled' ? words.states[state] : words.delivery[what];
}

function lasted(ms: number): string {
  if (ms < 120_000) return formatMilliseconds(ms);
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}

/** Time to the millisecond. */
function Exact({ at }: { readonly at: string }) {
  const { timeZone, locale } = useTimeSettings();
  const text = timeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  }).format(new Date(at));
  return <TimeWithTooltip at={at}>{text}</TimeWithTooltip>;
}
