/** What is to come, as grey bars: nothing for 200 ms, because most answers are there by then. */
import { useEffect, useState } from 'react';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  readonly rows?: number;
  readonly label?: string;
}

export function Skeleton({ rows = 6, label = 'Loading' }: SkeletonProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return <div className={styles.nothing} />;
  return (
    <div className={styles.skeleton} role="status">
      <span className="unseen">{label}</span>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike.
        <div key={at} className={styles.bar} aria-hidden="true" />
      ))}
    </div>
  );
}
