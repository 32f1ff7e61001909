/** Code samples in several languages, one visible at a time, each with a copy button. */
import { useId, useRef, useState } from 'react';
import styles from './CodeTabs.module.css';
import { CopyButton } from './CopyButton.tsx';

export interface CodeTabsProps {
  /** Label for screen readers: "How to use the key". */
  readonly label: string;
  readonly snippets: readonly { readonly name: string; readonly code: string }[];
  readonly onCopied?: (() => void) | undefined;
}

export function CodeTabs({ label, snippets, onCopied }: CodeTabsProps) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (to: number) => {
    const next = (to + snippets.length) % snippets.length;
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  const { name, code } = snippets[chosen]!;
  return (
    <div className={styles.tabs}>
      <div className={styles.head}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list}>
          {snippets.map((snippet, at) => (
            <button
              key={snippet.name}
              type="button"
              role="tab"
              id={`${id}-${at}`}
              aria-controls={`${id}-code`}
              aria-selected={at === chosen}
              tabIndex={at === chosen ? 0 : -1}
              onClick={() => setChosen(at)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowRight') move(at + 1);
                else if (key === 'ArrowLeft') move(at - 1);
              }}
            >
              {snippet.name}
            </button>
          ))}
        </div>
        <CopyButton text={code} what={`the code for ${name}`} {...(onCopied && { onCopied })} />
      </div>
      <div role="tabpanel" id={`${id}-code`} aria-labelledby={`${id}-${chosen}`}>
        <Code text={code} label={name} />
      </div>
    </div>
  );
}

/** Code block. Wide text scrolls inside it, and the keyboard can reach it. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={styles.code} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
