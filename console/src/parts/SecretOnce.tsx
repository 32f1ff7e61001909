/** Secrets that are shown once. The user must copy one before going on, and leaving earlier asks for confirmation. */
import { type ReactNode, useEffect, useState } from 'react';
import { LeaveGuard } from './BeforeLeaving.tsx';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './SecretOnce.module.css';

export interface OneTimeSecretProps {
  readonly values: readonly { readonly name: string; readonly value: string; readonly secret?: boolean }[];
  /** Further actions. They call `stored` when the user has saved a value. */
  readonly more?: (stored: () => void) => ReactNode;
  readonly words: { readonly done: string; readonly needsCopy: string; readonly leave: string };
  readonly onDone: () => void;
}

export function OneTimeSecret({ values, more, words, onDone }: OneTimeSecretProps) {
  const [stored, setStored] = useState(false);
  const [done, setDone] = useState(false);
  // Waits for the render that disables the leave guard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (done) onDone();
  }, [done]);
  return (
    <div className={styles.once}>
      <dl className={styles.values}>
        {values.map(({ name, value, secret }) => (
          <div key={name} className={styles.value}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={value} what={name} {...(secret !== false && { onCopied: () => setStored(true) })} />
            </dd>
          </div>
        ))}
      </dl>
      {more?.(() => setStored(true))}
      <div className={styles.done}>
        <Button look="primary" why={stored ? undefined : words.needsCopy} showWhy onClick={() => setDone(true)}>
          {words.done}
        </Button>
      </div>
      {!done && <LeaveGuard text={words.leave} />}
    </div>
  );
}
