/**
 * Health of a webhook in the last hours, one bar per hour: filled for success, split for some failures, crossed if all
 * failed. Screen readers get one sentence.
 */
import type { Health } from '../api/types.ts';
import { createHealthCells, type HealthCell, healthText } from '../webhooks/health-cells.ts';
import { formatCount } from './formats.ts';
import styles from './HealthBar.module.css';
import { useTimeSettings } from './times.ts';

const [WIDTH, GAP, HEIGHT] = [5, 2, 20];

export function HealthBar({ health }: { readonly health: Pick<Health, 'hours'> }) {
  const { locale } = useTimeSettings();
  const cells = createHealthCells(health);
  const words = healthText(health, (value) => formatCount(value, locale));
  const width = cells.length * (WIDTH + GAP) - GAP;
  return (
    <svg
      className={styles.bar}
      role="img"
      aria-label={words}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      <title>{words}</title>
      {cells.map((cell, at) => (
        <g key={cell.hour} transform={`translate(${at * (WIDTH + GAP)} 0)`}>
          {drawn(cell)}
        </g>
      ))}
    </svg>
  );
}

/** Draws a cell. States differ in height and position, not only in colour. */
function drawn({ state, ok, failed }: HealthCell) {
  switch (state) {
    case 'none':
      return <rect className={styles.none} y={HEIGHT - 3} width={WIDTH} height={3} rx={1} />;
    case 'ok':
      return <rect className={styles.ok} width={WIDTH} height={HEIGHT} rx={1} />;
    case 'all':
      return <rect className={styles.failed} y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} rx={1} />;
    case 'some': {
      const share = Math.min(0.8, Math.max(0.2, failed / (ok + failed)));
      const split = HEIGHT * (1 - share);
      return (
        <>
          <rect className={styles.ok} width={WIDTH} height={split - 1} rx={1} />
          <rect className={styles.failed} y={split} width={WIDTH} height={HEIGHT - split} rx={1} />
        </>
      );
    }
  }
}
