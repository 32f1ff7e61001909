/** Relative time such as "3 minutes ago". Hover or focus shows the time in the user's time zone and in UTC. */
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

/** Time in the user's time zone. */
export function LocalTime({ at }: { readonly at: string | null | undefined }) {
  const times = useTimeSettings();
  if (at === null || at === undefined) return <span className={styles.none}>–</span>;
  return (
    <TimeWithTooltip at={at} className={styles.time}>
      {formatInstant(at, times)}
    </TimeWithTooltip>
  );
}

/** Time with a tooltip: the time in the user's time zone, how long ago it is, and UTC. */
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

/** Returns the current time, updated every 15 seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
