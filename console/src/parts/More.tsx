/** The way to the rest of a list that is shown as far as somebody has asked for it. */
import type { Problem as Refusal } from '../api/problem.ts';
import { Button } from './Button.tsx';
import { Problem } from './Problem.tsx';

export interface MoreProps {
  readonly of: {
    readonly error: Refusal | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label: string;
}

export function More({
  of: { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  label,
}: MoreProps) {
  if (!hasNextPage) return null;
  // Asked for by hand: whoever did is told that it did not come.
  if (error && isFetchNextPageError) return <Problem problem={error} retry={() => void fetchNextPage()} />;
  return (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  );
}
