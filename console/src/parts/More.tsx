/** Button that loads more rows of a list. */
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
  // The user clicked the button, so show that loading failed.
  if (error && isFetchNextPageError) return <ProblemMessage problem={error} retry={() => void fetchNextPage()} />;
  return (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  );
}
