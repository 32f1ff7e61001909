/** A moment as people say it, "3 minutes ago"; hovering or focusing tells it in the person's zone and in UTC. */
import { useEffect, useState } from 'react';
import styles from './RelativeTime.module.css';
import { formatInstant, formatRelative, formatUtc, useTimeSettings } from './times.ts';

export function RelativeTime({ at }: { readonly at: string | null | undefined }) {
  const times = useTimeSettings();
  const now = useNow();
  if (at === null || at === undefined) return <span className={styles.none}>never</span>;
  const told = formatRelative(at, now, times.locale);
  return (
    <time
      className={styles.time}
      dateTime={at}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be had by keyboard, too.
      tabIndex={0}
      title={`${formatInstant(at, times)} ${times.timeZone}\n${formatUtc(at)}`}
    >
      {told}
    </time>
  );
}

/** The moment in the person's zone. */
export function LocalTime({ at }: { readonly at: string | null | undefined }) {
  const times = useTimeSettings();
  if (at === null || at === undefined) return <span className={styles.none}>–</span>;
  return (
    <TimeWithTooltip at={at} className={styles.time}>
      {formatInstant(at, times)}
    </TimeWithTooltip>
  );
}

/** A moment that is told by the clock, or by how late it is: hovering tells it in the person's zone, how long ago that is as of then, and UTC. */
export function TimeWithTooltip({
  at,
  className,
  children,
}: {
  readonly at: string;
  readonly className?: string | undefined;
  readonly children: string;
}) {
  const times = useTimeSettings();
  return (
    <time
      className={className}
      dateTime={at}
      title={formatUtc(at)}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${formatInstant(at, times)} ${times.timeZone}, ${formatRelative(at, Date.now(), times.locale)}\n${formatUtc(at)}`;
      }}
    >
      {children}
    </time>
  );
}

/** One clock for the whole page. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
