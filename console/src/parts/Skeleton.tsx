/**
 * Placeholder bars during loading. They reserve their height at once but stay invisible for 200 ms, because most
 * answers arrive by then.
 */
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  readonly rows?: number;
  readonly label?: string;
}

export function Skeleton({ rows = 6, label = 'Loading' }: SkeletonProps) {
  return (
    <div className={`${styles.skeleton} late`} role="status">
      <span className="unseen">{label}</span>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike.
        <div key={at} className={styles.bar} aria-hidden="true" />
      ))}
    </div>
  );
}
