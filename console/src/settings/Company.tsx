/** The firm itself: what it is called, who looks after it, and how its data leaves the service. */
import { CopyButton } from '../parts/CopyButton.tsx';
import { DescriptionList } from '../parts/Facts.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/settings.ts';
import { Currency } from './Currency.tsx';
import styles from './settings.module.css';

export function Company() {
  const { companySettings } = useMe();
  return (
    <AccessGuard allowed={companySettings} needs={words.needs}>
      <CompanyPage />
    </AccessGuard>
  );
}

function CompanyPage() {
  const { account, admins } = useMe();
  const command = words.exportCommand(account.id);
  return (
    <>
      <PageHeader title={words.company} />
      <div className={styles.panels}>
        <Panel title={account.name}>
          <DescriptionList
            facts={[
              [words.name, account.name],
              [
                words.account,
                <span key="id" className={styles.person}>
                  <code>{account.id}</code>
                  <CopyButton text={account.id} what="the account" />
                  <span className={styles.meta}>{words.accountHint}</span>
                </span>,
              ],
            ]}
          />
        </Panel>
        <Panel title={words.currency}>
          <p className="quiet">{words.currencyText}</p>
          <Currency />
        </Panel>
        <Panel title={words.admins}>
          <p className="quiet">{words.adminsText}</p>
          <ul className={styles.links}>
            {admins.map((admin) => (
              <li key={admin}>{admin}</li>
            ))}
          </ul>
        </Panel>
        <Panel title={words.data}>
          <p className="quiet">{words.dataText}</p>
          <div className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} what="the command" />
          </div>
        </Panel>
      </div>
    </>
  );
}
