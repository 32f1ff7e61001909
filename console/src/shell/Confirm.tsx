/** The password once more, when the service asks for it: what was asked for is then done. */
import { useEffect, useState } from 'react';
import { make } from '../api/ask.ts';
import { askBy } from '../api/confirmation.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { useForm } from '../parts/form.ts';
import { PasswordInput } from '../parts/Input.tsx';
import { words } from '../words/session.ts';
import { useMe } from './me.ts';

export function Confirm() {
  const { account, person } = useMe();
  const [answer, setAnswer] = useState<(given: boolean) => void>();
  const [password, setPassword] = useState('');
  useEffect(
    () =>
      askBy(
        () =>
          new Promise((resolve) => {
            setPassword('');
            setAnswer(() => resolve);
          }),
      ),
    [],
  );
  const end = (given: boolean) => {
    answer?.(given);
    setAnswer(undefined);
  };
  const form = useForm(
    () => make('POST', `/${account.id}/Session/Password`, { password }),
    () => end(true),
  );
  return (
    <Dialog
      open={answer !== undefined}
      title={words.confirmTitle}
      onClose={() => end(false)}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={() => end(false)}>{words.cancel}</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            {words.confirmDo}
          </Button>
        </>
      }
    >
      <p>{words.confirm}</p>
      <FormProblem problem={form.problem} />
      <input type="text" name="email" autoComplete="username" value={person.email} readOnly hidden />
      <PasswordInput
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
      />
    </Dialog>
  );
}
