/** The record as programs get it, letter by letter, and the requests that get and change it. */
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { words as jsonWords } from '../../words/json.ts';
import { words } from '../../words/records.ts';
import { createCurlCommand } from '../curl.ts';
import { lastPatchOf, recordTextQuery } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import styles from './JsonTab.module.css';

export interface JsonTabProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  /** Undefined for the record as it is now. */
  readonly version: number | undefined;
}

export function JsonTab({ account, type, id, version }: JsonTabProps) {
  const found = useQuery(recordTextQuery(account, type.name, id, version));
  const path = `/api/${type.name}/${id}`;
  const { origin } = window.location;
  const get = createCurlCommand(origin, version === undefined ? path : `${path}?version=${version}`);
  const made = lastPatchOf(account, type.name, id);
  const patch =
    made &&
    createCurlCommand(origin, path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json-patch+json', ...made.headers },
      body: JSON.stringify(made.operations),
    });
  if (found.data === undefined) return <QueryPlaceholder of={found} label={words.loading(type.singular)} />;
  const { text, etag } = found.data;
  return (
    <div className={styles.parts}>
      <Text title={jsonWords.asServed(etag)} label={words.record} text={text} what="the record" />
      <Text title={jsonWords.getIt} label={jsonWords.getIt} text={get} what="the request" />
      {patch === undefined ? (
        <p className="quiet">{jsonWords.noPatchYet}</p>
      ) : (
        <Text title={jsonWords.lastPatch} label={jsonWords.lastPatch} text={patch} what="the request" />
      )}
    </div>
  );
}

interface TextProps {
  readonly title: string;
  readonly label: string;
  readonly text: string;
  readonly what: string;
}

function Text({ title, label, text, what }: TextProps) {
  return (
    <Panel title={title} actions={<CopyButton text={text} what={what} label="Copy" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className={styles.box} tabIndex={0} aria-label={`${label}, text`}>
        <pre className={styles.code}>{text}</pre>
      </section>
    </Panel>
  );
}
