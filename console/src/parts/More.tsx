/** The way to the rest of a list that is shown as far as somebody has asked for it. */
import type { Problem as Refusal } from '../api/problem.ts';
import { Button } from './Button.tsx';
import { ProblemMessage } from './Problem.tsx';

export interface LoadMoreProps {
  readonly of: {
    readonly error: Refusal | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label: string;
}

export function LoadMore({
  of: { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  label,
}: LoadMoreProps) {
  if (!hasNextPage) return null;
  // Asked for by hand: whoever did is told that it did not come.
  if (error && isFetchNextPageError) return <ProblemMessage problem={error} retry={() => void fetchNextPage()} />;
  return (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  );
}
