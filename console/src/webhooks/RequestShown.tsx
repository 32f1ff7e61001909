/** Preview of a request: headers, with secrets as dots, and the body. */
import { visibleInJson } from '../../../src/lib/visible-text.ts';
import { Code } from '../parts/CodeTabs.tsx';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';

export function RequestPreview({ headers, body }: { readonly headers: object; readonly body: unknown }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value === '***' ? '••••••' : value}`);
  return (
    <>
      <h3 className={layout.meta}>{words.rehearsal.headers}</h3>
      <Code label={words.rehearsal.headers} text={lines.join('\n')} />
      <h3 className={layout.meta}>{words.rehearsal.body}</h3>
      <Code label={words.rehearsal.body} text={visibleInJson(JSON.stringify(body, null, 2))} />
    </>
  );
}
