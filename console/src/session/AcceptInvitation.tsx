/** Somebody who was invited says the names and chooses a password; the time zone is the browser's until it is changed. */
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Button } from '../parts/Button.tsx';
import { useForm } from '../parts/form.ts';
import { browserTimeZone } from '../parts/time-zones.ts';
import { words } from '../words/session.ts';
import { SignedOutLayout } from './Entrance.tsx';
import { useCompleteSignIn } from './entered.ts';
import type { LinkPreview } from './FollowLink.tsx';
import { LinkFormProblem } from './LinkFormProblem.tsx';
import { HiddenUsername, NameInputs, NewPasswordInput } from './PersonInputs.tsx';

const FIELDS = ['firstName', 'lastName', 'password'];

export function AcceptInvitation({ token, link }: { readonly token: string; readonly link: LinkPreview }) {
  const entered = useCompleteSignIn();
  const [names, setNames] = useState({ firstName: link.firstName ?? '', lastName: link.lastName ?? '' });
  const [password, setPassword] = useState('');
  const wishes = { token, ...names, password, timeZone: browserTimeZone };
  const form = useForm(() => callApiOrThrow<Session>('POST', '/Links/Use', wishes, { open: true }), entered);
  const email = link.email ?? '';
  return (
    <SignedOutLayout title={words.invitationTitle(link.account?.name ?? '')}>
      <p>{words.invitation(email)}</p>
      <form onSubmit={form.submit} noValidate>
        <LinkFormProblem form={form} fields={FIELDS} />
        <HiddenUsername email={email} />
        <NameInputs form={form} value={names} onValue={setNames} />
        <NewPasswordInput form={form} label={words.password} value={password} onValue={setPassword} />
        <Button type="submit" look="primary" writes busy={form.busy}>
          {words.join}
        </Button>
      </form>
    </SignedOutLayout>
  );
}
