/** Another password; it ends every other session. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../../api/ask.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { useForm } from '../../parts/form.ts';
import { PasswordInput } from '../../parts/Input.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/session.ts';
import { HiddenUsername, NewPasswordInput } from '../PersonInputs.tsx';
import styles from './Me.module.css';

export function ChangePassword() {
  const { account, person } = useMe();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const form = useForm(
    () => callApiOrThrow('POST', `/${account.id}/Me/Password`, { current, password }),
    () => {
      setCurrent('');
      setPassword('');
      setDone(true);
      void queries.invalidateQueries({ queryKey: [account.id, 'Sessions'] });
    },
  );
  return (
    <Panel title={words.changePassword}>
      {done && (
        <Banner tone="ok" role="status">
          {words.passwordChanged}
        </Banner>
      )}
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <HiddenUsername email={person.email} />
        {form.problem && (
          <div className={styles.whole}>
            <FormProblem problem={form.problem} fields={['password', 'current']}>
              {form.unanswered && form.problem.code === 'wrong_password' && <div>{words.mayBeNewOne}</div>}
            </FormProblem>
          </div>
        )}
        <PasswordInput
          label={words.currentPassword}
          name="current"
          autoComplete="current-password"
          fault={form.faults.current}
          value={current}
          onValue={setCurrent}
        />
        <NewPasswordInput form={form} value={password} onValue={setPassword} />
        <Button type="submit" writes busy={form.busy}>
          {words.changePassword}
        </Button>
      </form>
    </Panel>
  );
}
