/** Editor for custom headers. It can generate a random secret as a value. */
import { useRef } from 'react';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { TextInput } from '../parts/Input.tsx';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';

export interface HeaderRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

export interface HeadersEditorProps {
  readonly headers: readonly HeaderRow[];
  readonly faults: Readonly<Record<string, string>>;
  readonly onHeaders: (headers: readonly HeaderRow[]) => void;
}

export function headersFromRows(headers: readonly HeaderRow[]): Record<string, string> {
  return Object.fromEntries(headers.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])));
}

/** Returns an error if two headers have the same name: one would silently replace the other. */
export function findHeaderFault(headers: readonly HeaderRow[]): string | undefined {
  const names = headers.map(({ name }) => name.trim().toLowerCase()).filter((name) => name !== '');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `The header ${twice} is there twice.`;
}

export function HeadersEditor({ headers, faults, onHeaders }: HeadersEditorProps) {
  const next = useRef(1);
  const set = (key: number, changed: Partial<HeaderRow>) =>
    onHeaders(headers.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  const add = (value: string) => {
    const name = value === '' ? '' : 'X-Webhook-Secret';
    onHeaders([...headers, { key: next.current++, name, value }]);
  };
  return (
    <fieldset className={layout.fieldset}>
      <legend>{words.form.headers}</legend>
      <p className={layout.meta}>{words.form.headersHint}</p>
      {headers.map(({ key, name, value }, at) => (
        <div key={key} className={layout.ends}>
          <TextInput
            label={words.form.headerName}
            spellCheck={false}
            autoComplete="off"
            fault={name === '' ? undefined : faults[`headers/${name}`]}
            value={name}
            onValue={(changed) => set(key, { name: changed })}
          />
          <div className={layout.given}>
            <TextInput
              label={words.form.headerValue}
              spellCheck={false}
              autoComplete="off"
              value={value}
              onValue={(changed) => set(key, { value: changed })}
            />
            <CopyButton text={value} what={`the value of ${name}`} />
            <Button
              look="quiet"
              icon="cross"
              aria-label={words.form.removeHeader(name)}
              data-header={key}
              onClick={() => {
                onHeaders(headers.toSpliced(at, 1));
                focusNext(`[data-header="${(headers[at + 1] ?? headers[at - 1])?.key ?? 'new'}"]`);
              }}
            />
          </div>
        </div>
      ))}
      <div className={layout.bar}>
        <Button icon="plus" data-header="new" onClick={() => add('')}>
          {words.form.addHeader}
        </Button>
        <Button icon="key" onClick={() => add(madeUp())}>
          {words.form.generate}
        </Button>
      </div>
    </fieldset>
  );
}

/** Returns 32 random bytes as URL-safe Base64. */
function madeUp(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_', '=': '' })[sign]!);
}
