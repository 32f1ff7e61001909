/** Ways to sign in besides the password: passkeys and single sign-on, where the service offers them. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Button } from '../parts/Button.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { words } from '../words/session.ts';
import { signInWithPasskey, supportsPasskeys } from './authenticator.ts';
import styles from './Entrance.module.css';
import { useCompleteSignIn } from './entered.ts';

interface Ways {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly singleSignOn: boolean;
}

export function AlternativeSignIn({ to }: { readonly to: string | undefined }) {
  const entered = useCompleteSignIn();
  const { data: ways } = useQuery({
    queryKey: ['Ways'],
    queryFn: createQueryFn<Ways>('/Session/Ways', { open: true }),
  });
  const passkey = useMutation({
    mutationFn: () => signInWithPasskey<Session>('/Session/Passkey', true),
    onSuccess: (session) => session && entered(session, to),
  });
  const hasPasskeys = ways?.passkey === true && supportsPasskeys();
  if (!hasPasskeys && !ways?.singleSignOn) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.or}>{words.or}</p>
      {passkey.error && <ProblemMessage problem={passkey.error} />}
      {ways.singleSignOn && <Button onClick={() => location.assign(signOn(to))}>{words.singleSignOn}</Button>}
      {hasPasskeys && (
        <Button writes busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {words.byPasskey}
        </Button>
      )}
    </div>
  );
}

function signOn(to: string | undefined): string {
  return `/console/api/SingleSignOn${to === undefined ? '' : `?to=${encodeURIComponent(`/console${to}`)}`}`;
}
