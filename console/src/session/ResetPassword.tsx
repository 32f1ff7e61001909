/** A new password by a link. */
import { useState } from 'react';
import { make } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Button } from '../parts/Button.tsx';
import { useForm } from '../parts/form.ts';
import { words } from '../words/session.ts';
import { Entrance } from './Entrance.tsx';
import { useEntered } from './entered.ts';
import type { KnownLink } from './FollowLink.tsx';
import { LinkFormProblem } from './LinkFormProblem.tsx';
import { NewPasswordInput, WhosePassword } from './PersonInputs.tsx';

export function ResetPassword({ token, link }: { readonly token: string; readonly link: KnownLink }) {
  const entered = useEntered();
  const [password, setPassword] = useState('');
  const form = useForm(() => make<Session>('POST', '/Links/Use', { token, password }, { open: true }), entered);
  const email = link.email ?? '';
  return (
    <Entrance title={words.resetTitle}>
      <p>{words.reset(email)}</p>
      <form onSubmit={form.submit} noValidate>
        <LinkFormProblem form={form} fields={['password']} />
        <WhosePassword email={email} />
        <NewPasswordInput form={form} value={password} onValue={setPassword} />
        <Button type="submit" look="primary" writes busy={form.busy}>
          {words.setPassword}
        </Button>
      </form>
    </Entrance>
  );
}
