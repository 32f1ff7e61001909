/** Who it is, shown once more: by the password, a passkey, or single sign-on. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { useForm } from '../parts/form.ts';
import { PasswordInput } from '../parts/Input.tsx';
import { toast } from '../parts/Toast.tsx';
import { signInWithPasskey, supportsPasskeys } from '../session/authenticator.ts';
import { words } from '../words/session.ts';
import { useMe } from './me.ts';

export function ReauthenticationDialog({ onEnd }: { readonly onEnd: (isShown: boolean) => void }) {
  const { account, person, confirmBy } = useMe();
  const [password, setPassword] = useState('');
  const form = useForm(
    () => callApiOrThrow('POST', `/${account.id}/Session/Password`, { password }),
    () => onEnd(true),
  );
  const passkey = useMutation({
    mutationFn: () => signInWithPasskey<object>(`/${account.id}/Session/Passkey`, false),
    onSuccess: (shown) => shown && onEnd(true),
  });
  const here = `${location.pathname}${location.search}`;
  return (
    <Dialog
      open
      title={confirmBy.password ? words.confirmTitle : words.confirmOtherwise}
      onClose={() => onEnd(false)}
      {...(confirmBy.password && { onSubmit: form.submit })}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{words.cancel}</Button>
          {confirmBy.singleSignOn && (
            <Button
              onClick={() =>
                location.assign(`/console/api/${account.id}/Session/SingleSignOn?to=${encodeURIComponent(here)}`)
              }
            >
              {words.singleSignOn}
            </Button>
          )}
          {confirmBy.passkeys > 0 && supportsPasskeys() && (
            <Button writes busy={passkey.isPending} onClick={() => passkey.mutate()}>
              {words.usePasskey}
            </Button>
          )}
          {confirmBy.password && (
            <Button type="submit" look="primary" writes busy={form.busy}>
              {words.confirmDo}
            </Button>
          )}
        </>
      }
    >
      <p>{words.confirm}</p>
      <FormProblem problem={form.problem ?? passkey.error ?? undefined} />
      {confirmBy.password ? (
        <>
          <input type="text" name="email" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordInput
            label={words.password}
            name="password"
            autoComplete="current-password"
            value={password}
            onValue={setPassword}
          />
        </>
      ) : (
        <p className="quiet">{words.noPassword}</p>
      )}
    </Dialog>
  );
}

/** Back from the provider without having shown who it is. */
export function notifyProviderRefusal(): void {
  toast(words.notConfirmed);
  // Told once: also whoever reloads the page, or sends its address to somebody, has it without that.
  history.replaceState(history.state, '', location.href.replace(/[?&]ui\.failed=[^&#]*/, ''));
}
