/** How many events a day: bars for the eye, a sentence for the ear, and the figures as a table on demand. */
import { dayInZone, useTimes } from '../parts/times.ts';
import { words } from '../words/webhooks.ts';
import styles from './DayBars.module.css';

export interface DayBarsProps {
  readonly perDay: readonly { readonly day: string; readonly count: number }[];
}

const HEIGHT = 48;

export function DayBars({ perDay }: DayBarsProps) {
  const { locale } = useTimes();
  const inUtc = { timeZone: 'UTC', locale };
  const most = Math.max(1, ...perDay.map(({ count }) => count));
  const some = perDay.filter(({ count }) => count > 0);
  const told = some.map(({ day, count }) => `${dayInZone(day, inUtc)} ${count}`).join(', ');
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.plot}
        role="img"
        aria-label={words.rehearsal.perDay(told === '' ? '0' : told)}
        viewBox={`0 0 ${perDay.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {perDay.map(({ day, count }, at) => {
          const height = count === 0 ? 1 : Math.max(3, (HEIGHT * count) / most);
          return (
            <rect
              key={day}
              className={count === 0 ? styles.none : styles.some}
              x={at * 10 + 1}
              y={HEIGHT - height}
              width={8}
              height={height}
            >
              <title>{`${dayInZone(day, inUtc)}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className={styles.ends}>
        <span>{perDay[0] && dayInZone(perDay[0].day, inUtc)}</span>
        <span>{perDay.at(-1) && dayInZone(perDay.at(-1)!.day, inUtc)} (UTC)</span>
      </figcaption>
    </figure>
  );
}
