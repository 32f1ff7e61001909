/** Changes of a person's rights and state: an ordinary patch of the user record. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { make } from '../../api/ask.ts';
import type { Problem } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import { toast } from '../../parts/Toast.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import type { Person } from './person.ts';

type Rights = Partial<Pick<Person, 'Role' | 'CompanySettings' | 'Status'>>;

export function useChangePerson({ ID }: Person, done?: () => void) {
  const account = useAccount();
  const queries = useQueryClient();
  return useMutation<unknown, Problem, Rights>({
    mutationFn: (rights) =>
      make(
        'PATCH',
        `/${account}/Users/${ID}`,
        Object.entries(rights).map(([field, value]) => ({ op: 'replace', path: `/${field}`, value })),
      ),
    onSuccess() {
      toast(words.saved);
      void queries.invalidateQueries({ queryKey: [account, 'Users'] });
      void queries.invalidateQueries({ queryKey: [account, 'Invitations'] });
      void queries.invalidateQueries({ queryKey: meQuery(account).queryKey });
      done?.();
    },
  });
}
