/** Somebody who was invited says the names and chooses a password; the time zone is the browser's until it is changed. */
import { useState } from 'react';
import { make } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Button } from '../parts/Button.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { useForm } from '../parts/form.ts';
import { PasswordInput, TextInput } from '../parts/Input.tsx';
import { ownZone } from '../parts/time-zones.ts';
import { words } from '../words/session.ts';
import { Entrance } from './Entrance.tsx';
import { useEntered } from './entered.ts';
import type { KnownLink } from './FollowLink.tsx';

export function AcceptInvitation({ token, link }: { readonly token: string; readonly link: KnownLink }) {
  const entered = useEntered();
  const [firstName, setFirstName] = useState(link.firstName ?? '');
  const [lastName, setLastName] = useState(link.lastName ?? '');
  const [password, setPassword] = useState('');
  const wishes = { token, firstName, lastName, password, timeZone: ownZone };
  const form = useForm(() => make<Session>('POST', '/Links/Use', wishes, { open: true }), entered);
  const email = link.email ?? '';
  return (
    <Entrance title={words.invitationTitle(link.account?.name ?? '')}>
      <p>{words.invitation(email)}</p>
      <form onSubmit={form.submit} noValidate>
        <FormProblem problem={form.problem} fields={['password']} />
        {/* So that password managers know whose password this is. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          label={words.firstName}
          name="firstName"
          autoComplete="given-name"
          value={firstName}
          onValue={setFirstName}
        />
        <TextInput
          label={words.lastName}
          name="lastName"
          autoComplete="family-name"
          value={lastName}
          onValue={setLastName}
        />
        <PasswordInput
          label={words.password}
          hint={words.passwordRule}
          name="password"
          autoComplete="new-password"
          fault={form.faults.password}
          value={password}
          onValue={setPassword}
        />
        <Button type="submit" look="primary" writes busy={form.busy}>
          {words.join}
        </Button>
      </form>
    </Entrance>
  );
}
