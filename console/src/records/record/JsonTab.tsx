/** The record as programs get it, and the requests that get and change it. */
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { words } from '../../words/records.ts';
import { curlOf } from '../curl.ts';
import type { Versioned } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import styles from './JsonTab.module.css';
import type { Operation } from './patch.ts';

export interface JsonTabProps {
  readonly type: TypeDescription;
  readonly now: Versioned;
  readonly lastPatch: { readonly operations: readonly Operation[]; readonly etag: string } | undefined;
}

export function JsonTab({ type, now, lastPatch }: JsonTabProps) {
  const path = `/api/${type.name}/${now.record.ID}`;
  const text = JSON.stringify(now.record, null, 2);
  const { origin } = window.location;
  const get = curlOf(origin, path);
  const patch =
    lastPatch &&
    curlOf(origin, path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json-patch+json', 'If-Match': lastPatch.etag },
      body: JSON.stringify(lastPatch.operations),
    });
  return (
    <div className={styles.parts}>
      <Panel title={`ETag ${now.etag}`} actions={<CopyButton text={text} what="the record" label="Copy" />}>
        <Code text={text} label="Record" />
      </Panel>
      <Panel title={words.getIt} actions={<CopyButton text={get} what="the request" label="Copy" />}>
        <Code text={get} label={words.getIt} />
      </Panel>
      {patch !== undefined && (
        <Panel title={words.lastPatch} actions={<CopyButton text={patch} what="the request" label="Copy" />}>
          <Code text={patch} label={words.lastPatch} />
        </Panel>
      )}
    </div>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={styles.box} tabIndex={0} aria-label={`${label}, text`}>
      <pre className={styles.code}>{text}</pre>
    </section>
  );
}
