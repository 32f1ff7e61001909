/** A forgotten password: the same answer to everybody, whether or not there is somebody of that address. */
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { useForm } from '../parts/form.ts';
import { TextInput } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { words } from '../words/session.ts';
import { SignedOutLayout } from './Entrance.tsx';

export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [answer, setAnswer] = useState<string>();
  const form = useForm(
    () => callApiOrThrow<{ message: string }>('POST', '/Resets', { email }, { open: true }),
    ({ message }) => setAnswer(message),
  );
  return (
    <SignedOutLayout title={words.forgottenTitle}>
      {answer === undefined ? (
        <form onSubmit={form.submit} noValidate>
          <FormProblem problem={form.problem} fields={['email']} />
          <TextInput
            label={words.email}
            hint={words.forgottenHint}
            name="email"
            type="email"
            autoComplete="username"
            fault={form.faults.email}
            value={email}
            onValue={setEmail}
          />
          <Button type="submit" look="primary" writes busy={form.busy}>
            {words.askForLink}
          </Button>
        </form>
      ) : (
        <Banner tone="info" role="status">
          {answer}
        </Banner>
      )}
      <Link to="/signin">{words.backToSignIn}</Link>
    </SignedOutLayout>
  );
}
