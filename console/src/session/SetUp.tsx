/** The first account of the service, made by whoever has the set-up link: everything on one page, nothing asked twice. */
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Button } from '../parts/Button.tsx';
import { useForm } from '../parts/form.ts';
import { Select, TextInput } from '../parts/Input.tsx';
import { browserTimeZone, timeZoneOptions } from '../parts/time-zones.ts';
import { words } from '../words/session.ts';
import styles from './Entrance.module.css';
import { SignedOutLayout } from './Entrance.tsx';
import { useCompleteSignIn } from './entered.ts';
import { LinkFormProblem } from './LinkFormProblem.tsx';
import { NameInputs, NewPasswordInput } from './PersonInputs.tsx';

const FIELDS = ['account', 'firstName', 'lastName', 'email', 'password', 'timeZone'];

export function SetUp({ token }: { readonly token: string }) {
  const entered = useCompleteSignIn();
  const [account, setAccount] = useState('');
  const [names, setNames] = useState({ firstName: '', lastName: '' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [timeZone, setTimeZone] = useState(browserTimeZone);
  const wishes = { token, account, ...names, email, password, timeZone };
  const form = useForm(
    () => callApiOrThrow<Session>('POST', '/Setup', wishes, { open: true }),
    (session) => entered(session, `/${session.accounts[0]!.id}/Ready`),
  );
  return (
    <SignedOutLayout title={words.setUpTitle}>
      <form onSubmit={form.submit} noValidate>
        <LinkFormProblem form={form} fields={FIELDS} />
        <fieldset className={styles.group}>
          <legend>{words.setUpFirm}</legend>
          <TextInput
            label={words.setUpFirmName}
            name="account"
            autoComplete="organization"
            fault={form.faults.account}
            value={account}
            onValue={setAccount}
          />
          <Select
            label={words.timeZone}
            name="timeZone"
            fault={form.faults.timeZone}
            choices={timeZoneOptions(browserTimeZone)}
            value={timeZone}
            onValue={setTimeZone}
          />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{words.setUpYou}</legend>
          <NameInputs form={form} value={names} onValue={setNames} />
          <TextInput
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            fault={form.faults.email}
            value={email}
            onValue={setEmail}
          />
          <NewPasswordInput form={form} label={words.password} value={password} onValue={setPassword} />
        </fieldset>
        <Button type="submit" look="primary" writes busy={form.busy}>
          {words.setUpDo}
        </Button>
      </form>
    </SignedOutLayout>
  );
}
