/** Oneself: how one is called and reads times, how the console looks, the password and passkeys, and where one is signed in. */
import { PageHeader } from '../../parts/PageHeader.tsx';
import { words } from '../../words/session.ts';
import { Appearance } from './Appearance.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import styles from './Me.module.css';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';
import { You } from './You.tsx';

export function Me() {
  return (
    <>
      <PageHeader title={words.me} />
      <div className={styles.panels}>
        <You />
        <Appearance />
        <ChangePassword />
        <Passkeys />
        <Sessions />
      </div>
    </>
  );
}
