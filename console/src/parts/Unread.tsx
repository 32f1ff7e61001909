/**
 * Placeholder of a query: bars during loading, and the error if loading fails. Data from an earlier read stays visible
 * if a refetch fails: the page's banner reports a lost connection, and temporary errors retry automatically.
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
