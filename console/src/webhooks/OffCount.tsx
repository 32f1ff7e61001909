/** Count of inactive webhooks, next to the navigation entry. */
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';
import { words } from '../words/webhook-count.ts';
import styles from './OffCount.module.css';

export function InactiveWebhookCount({ account }: { readonly account: string }) {
  const { data = 0 } = useQuery({
    queryKey: [account, 'Webhooks', 'off'],
    queryFn: async ({ signal }) => {
      const reply = await callApi('GET', `/${account}/Webhooks?active=false&take=0&count=true`, { signal });
      if (reply instanceof Problem) throw reply;
      return Number(reply.headers.get('x-total-count'));
    },
    refetchInterval: 60_000,
  });
  if (data === 0) return null;
  return (
    <span className={styles.count}>
      {data}
      <span className="unseen"> {words.off}</span>
    </span>
  );
}
