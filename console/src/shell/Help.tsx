/** Which keys do what, and where to read on. */
import { Dialog } from '../parts/Dialog.tsx';
import { Kbd } from '../parts/Kbd.tsx';
import { keys } from '../words/keys.ts';
import { words } from '../words/shell.ts';
import styles from './Help.module.css';
import { areLetterKeysEnabled } from './letter-keys.ts';

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    keys.everywhere,
    [
      ['Ctrl K', keys.palette],
      ['?', keys.help],
      ['/', keys.filter],
      ['g h', keys.goHome],
      ['g w', keys.goWork],
      ['g a', keys.goAssets],
      ['g p', keys.goApprovals],
      ['g k', keys.goWebhooks],
      ['g i', keys.goIntegrations],
    ],
  ],
  [
    keys.list,
    [
      ['j k', keys.rows],
      ['x', keys.select],
      ['Space', keys.peek],
      ['Enter', keys.open],
      ['n', keys.new],
      ['f', keys.addFilter],
      ['[ ]', keys.page],
    ],
  ],
  [
    keys.record,
    [
      ['e', keys.edit],
      ['m', keys.move],
      ['h', keys.history],
      ['Ctrl Enter', keys.save],
      ['Esc', keys.leave],
    ],
  ],
];

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open title={words.help} onClose={onClose} wide>
      {!areLetterKeysEnabled() && <p>{keys.off}</p>}
      <div className={styles.groups}>
        {groups.map(([title, entries]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {entries.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <Kbd keys={key} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>
        <a href="/docs" target="_blank" rel="noreferrer">
          {words.apiDocs}
        </a>
      </p>
    </Dialog>
  );
}
