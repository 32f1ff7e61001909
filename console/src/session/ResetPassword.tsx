/** A new password by a link. */
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Button } from '../parts/Button.tsx';
import { useForm } from '../parts/form.ts';
import { words } from '../words/session.ts';
import { SignedOutLayout } from './Entrance.tsx';
import { useCompleteSignIn } from './entered.ts';
import type { LinkPreview } from './FollowLink.tsx';
import { LinkFormProblem } from './LinkFormProblem.tsx';
import { HiddenUsername, NewPasswordInput } from './PersonInputs.tsx';

export function ResetPassword({ token, link }: { readonly token: string; readonly link: LinkPreview }) {
  const entered = useCompleteSignIn();
  const [password, setPassword] = useState('');
  const form = useForm(
    () => callApiOrThrow<Session>('POST', '/Links/Use', { token, password }, { open: true }),
    entered,
  );
  const email = link.email ?? '';
  return (
    <SignedOutLayout title={words.resetTitle}>
      <p>{words.reset(email)}</p>
      <form onSubmit={form.submit} noValidate>
        <LinkFormProblem form={form} fields={['password']} />
        <HiddenUsername email={email} />
        <NewPasswordInput form={form} value={password} onValue={setPassword} />
        <Button type="submit" look="primary" writes busy={form.busy}>
          {words.setPassword}
        </Button>
      </form>
    </SignedOutLayout>
  );
}
