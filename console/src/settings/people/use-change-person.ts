/** Changes of a person's rights and state: an ordinary patch of the user record. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import { toast } from '../../parts/Toast.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import type { Person } from './person.ts';

type Rights = Partial<Pick<Person, 'Role' | 'CompanySettings' | 'Status'>>;

interface Change {
  readonly to: Rights;
  /** Values that the user saw. The change applies only if they are still current. */
  readonly from?: Rights;
}

export function useChangePerson({ ID }: Person, done?: () => void) {
  const account = useAccount();
  const queries = useQueryClient();
  const path = `/${account}/Users/${ID}`;
  return useMutation<unknown, Problem, Change>({
    mutationFn: async ({ to, from = {} }) => {
      const body = [...operations('test', from), ...operations('replace', to)];
      const reply = await callApi('PATCH', path, { body });
      if (!(reply instanceof Problem)) return;
      throw reply.code === 'patch_test_failed' ? await changedBefore(path, reply) : reply;
    },
    onSuccess() {
      toast(words.saved);
      done?.();
    },
    // Refetches after a rejection as well, because the displayed values may be outdated.
    onSettled() {
      void queries.invalidateQueries({ queryKey: [account, 'Users'] });
      void queries.invalidateQueries({ queryKey: [account, 'Invitations'] });
      void queries.invalidateQueries({ queryKey: meQuery(account).queryKey });
    },
  });
}

function operations(op: 'test' | 'replace', rights: Rights): readonly object[] {
  return Object.entries(rights).map(([field, value]) => ({ op, path: `/${field}`, value }));
}

/** Another admin was faster: `now` is the person as that one has left them. */
async function changedBefore(path: string, { code, status, requestId }: Problem): Promise<Problem> {
  const reply = await callApi<Person & { UpdatedBy: string }>('GET', path);
  if (reply instanceof Problem) return reply;
  const now = reply.body;
  return new Problem({ code, title: words.faster, detail: words.rightsBefore(now.UpdatedBy), requestId, now }, status);
}
