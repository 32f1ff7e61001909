/**
 * Where something that was asked for will stand: grey bars while it is on its way, and what went wrong where it did not come. What was read
 * before stays where it cannot be read anew: that there is no connection is told above the page, and what passes by itself is asked again.
 */
import type { Problem as Refusal } from '../api/problem.ts';
import { ProblemMessage } from './Problem.tsx';
import { Skeleton, type SkeletonProps } from './Skeleton.tsx';

export interface QueryPlaceholderProps extends SkeletonProps {
  readonly of: {
    readonly data: unknown;
    readonly error: Refusal | null;
    readonly refetch: () => Promise<unknown>;
  };
}

export function QueryPlaceholder({ of: { data, error, refetch }, ...bars }: QueryPlaceholderProps) {
  if (data !== undefined) return null;
  return error ? <ProblemMessage problem={error} retry={() => void refetch()} /> : <Skeleton {...bars} />;
}
