/** Count of pending proposals, next to the navigation entry. */
import { useQuery } from '@tanstack/react-query';
import { pendingApprovalsQuery } from './waiting.ts';

export function PendingApprovalCount({ account }: { readonly account: string }) {
  const { data = 0 } = useQuery(pendingApprovalsQuery(account));
  if (data === 0) return null;
  return (
    <span>
      {data}
      <span className="unseen"> waiting</span>
    </span>
  );
}
