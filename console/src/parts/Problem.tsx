/**
 * Error message in place of the missing content: what happened, the request ID, and a retry button. Temporary errors
 * count down and retry automatically.
 */
import { useEffect, useState } from 'react';
import type { Problem as Refusal } from '../api/problem.ts';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { detailBesideFaults, faultText } from './faults.ts';
import { Icon } from './Icon.tsx';
import styles from './Problem.module.css';

export interface ProblemMessageProps {
  readonly problem: Refusal;
  readonly retry?: (() => void) | undefined;
}

export function ProblemMessage({ problem, retry }: ProblemMessageProps) {
  const left = useCountdown(problem, retry);
  const detail = detailBesideFaults(problem);
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warn" size={20} />
      <div className={styles.text}>
        <strong>{problem.title}</strong>
        {detail !== undefined && <p>{detail}</p>}
        {problem.errors.length > 0 && (
          <ul>
            {problem.errors.map(faultText).map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {problem.requestId && (
          <p className={styles.id}>
            Request <code>{problem.requestId}</code> <CopyButton text={problem.requestId} what="the request id" />
          </p>
        )}
        {retry && (
          <div className={styles.again}>
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
            {left !== undefined && <span>{left > 0 ? `by itself in ${left} s` : 'now'}</span>}
          </div>
        )}
      </div>
    </div>
  );
}

function useCountdown(problem: Refusal, retry: (() => void) | undefined): number | undefined {
  const isCounted = problem.passes && retry !== undefined;
  const [left, setLeft] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each problem is counted once, whatever function asks again.
  useEffect(() => {
    if (!isCounted) return setLeft(undefined);
    let seconds = problem.wait;
    setLeft(seconds);
    const timer = setInterval(() => {
      seconds -= 1;
      setLeft(Math.max(0, seconds));
      if (seconds <= 0) {
        clearInterval(timer);
        retry?.();
      }
    }, 1_000);
    return () => clearInterval(timer);
  }, [problem, isCounted]);
  return left;
}
