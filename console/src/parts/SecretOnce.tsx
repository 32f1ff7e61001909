/** Values that are shown once: each can be copied, going on needs that one was, and leaving before that asks. */
import { type ReactNode, useEffect, useState } from 'react';
import { LeaveGuard } from './BeforeLeaving.tsx';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './SecretOnce.module.css';

export interface OneTimeSecretProps {
  readonly values: readonly { readonly name: string; readonly value: string; readonly secret?: boolean }[];
  /** What else can be done with them; says when one was taken along. */
  readonly more?: (stored: () => void) => ReactNode;
  readonly words: { readonly done: string; readonly needsCopy: string; readonly leave: string };
  readonly onDone: () => void;
}

export function OneTimeSecret({ values, more, words, onDone }: OneTimeSecretProps) {
  const [stored, setStored] = useState(false);
  const [done, setDone] = useState(false);
  // The page goes on only after it is known to be allowed to.
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
