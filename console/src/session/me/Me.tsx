/** Oneself: how one is called and reads times, how the console looks, the password and passkeys, and where one is signed in. */
import { PageHeader } from '../../parts/PageHeader.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/session.ts';
import { Appearance } from './Appearance.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import styles from './Me.module.css';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';
import { PersonalDetails } from './You.tsx';

export function ProfilePage() {
  // Who comes in by way of a provider may have no password; a reset link sets one.
  const { confirmBy } = useMe();
  return (
    <>
      <PageHeader title={words.me} />
      <div className={styles.panels}>
        <PersonalDetails />
        <Appearance />
        {confirmBy.password && <ChangePassword />}
        <Passkeys />
        <Sessions />
      </div>
    </>
  );
}
