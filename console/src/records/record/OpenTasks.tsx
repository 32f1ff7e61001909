/** Warns whoever completes a work order that tasks which it requires are still open. It hinders nobody. */
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../parts/Banner.tsx';
import { words } from '../../words/open-tasks.ts';
import { countQuery } from '../data/total-data.ts';

export function OpenTasks({ account, workOrder }: { readonly account: string; readonly workOrder: number }) {
  const open = useQuery(
    countQuery(account, 'Tasks', `WorkOrderID=${workOrder}&Required=true&Status=Open&Status=InProgress`),
  );
  return open.data ? <Banner tone="warn">{words.openTasks(open.data)}</Banner> : null;
}
