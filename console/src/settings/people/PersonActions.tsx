/** What an admin does for one person. Others see what there is, and who can do it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApiOrThrow } from '../../api/ask.ts';
import type { Problem } from '../../api/problem.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useNavigateTo } from '../../parts/Link.tsx';
import { Menu, MenuItem } from '../../parts/Menu.tsx';
import { ProblemMessage as ProblemBox } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import type { IssuedLink } from './LinkOnce.tsx';
import { type CreatedLink, type Person, personName } from './person.ts';
import { useChangePerson } from './use-change-person.ts';

interface PersonActionsProps {
  readonly person: Person;
  readonly hasLink: boolean;
  readonly onLink: (handed: IssuedLink) => void;
  readonly onRights: () => void;
  readonly onDisable: () => void;
}

export function PersonActions({ person, hasLink, onLink, onRights, onDisable }: PersonActionsProps) {
  const { account, may } = useMe();
  const go = useNavigateTo();
  const queries = useQueryClient();
  const { ID, Email, Status } = person;
  const change = useChangePerson(person);
  const link = useMutation<CreatedLink, Problem>({
    mutationFn: () => callApiOrThrow<CreatedLink>('POST', `/${account.id}/Users/${ID}/ResetLink`, {}),
    onSuccess(made) {
      onLink({ ...made, email: Email, text: Status === 'Invited' ? words.linkInvitation : words.linkReset });
      void queries.invalidateQueries({ queryKey: [account.id, 'Invitations'] });
    },
  });
  const signOut = useMutation<{ sessions: number }, Problem>({
    mutationFn: () => callApiOrThrow<{ sessions: number }>('POST', `/${account.id}/Users/${ID}/SignOut`, {}),
    onSuccess: ({ sessions }) => toast(words.signedOut(sessions)),
  });
  const withdraw = useMutation<unknown, Problem>({
    mutationFn: () => callApiOrThrow('DELETE', `/${account.id}/Invitations/${ID}`),
    onSuccess() {
      toast(words.withdrawn);
      void queries.invalidateQueries({ queryKey: [account.id, 'Invitations'] });
    },
  });
  const problem = change.error ?? link.error ?? signOut.error ?? withdraw.error;
  return (
    <>
      <Menu label={words.actionsFor(personName(person))} shown={<Icon name="more" />} bare end>
        {may.people && (
          <>
            <MenuItem writes onChoose={onRights}>
              {words.rights}
            </MenuItem>
            {Status !== 'Disabled' && (
              <MenuItem writes onChoose={() => link.mutate()}>
                {Status === 'Invited' ? words.newLink : words.resetLink}
              </MenuItem>
            )}
            {hasLink && (
              <MenuItem writes onChoose={() => withdraw.mutate()}>
                {words.withdraw}
              </MenuItem>
            )}
            {Status === 'Active' && (
              <MenuItem writes onChoose={() => signOut.mutate()}>
                {words.signOut}
              </MenuItem>
            )}
            {Status === 'Disabled' ? (
              <MenuItem writes onChoose={() => change.mutate({ to: { Status: 'Active' } })}>
                {words.enable}
              </MenuItem>
            ) : (
              <MenuItem writes onChoose={onDisable}>
                {words.disable}
              </MenuItem>
            )}
          </>
        )}
        <MenuItem onChoose={() => go(`/${account.id}/Users/${ID}`)}>{words.record}</MenuItem>
      </Menu>
      {problem && <ProblemBox problem={problem} />}
    </>
  );
}
