/** The commands of a guide and the answers it shows for them, and how a shown answer is compared with a real one. */
import assert from 'node:assert/strict';

export interface GuideStep {
  readonly line: number;
  readonly script: string;
  /** The answer shown below the command; missing where the guide shows none. */
  readonly shown?: { readonly form: 'json' | 'http'; readonly text: string };
}

/** Blocks behind `<!-- runs -->`, each with the block of an answer that directly follows it. */
export function stepsOf(markdown: string): GuideStep[] {
  const runs = /<!-- runs -->\n```sh\n([\s\S]*?)\n```(?:\n\n```(json|http)\n([\s\S]*?)\n```)?/g;
  return Array.from(markdown.matchAll(runs), ({ index, 1: script = '', 2: form, 3: text = '' }) => ({
    line: markdown.slice(0, index).split('\n').length + 1,
    script,
    ...(form === undefined ? {} : { shown: { form: form as 'json' | 'http', text } }),
  }));
}

/** `…` stands for whatever else there is: further members, further items, the rest of a text. */
export function compareAnswer({ form, text }: NonNullable<GuideStep['shown']>, output: string, where: string): void {
  if (form === 'json') compareJson(parseShown(text), JSON.parse(output), where);
  else compareHttp(text, output, where);
}

function compareHttp(text: string, output: string, where: string): void {
  const [shownHead = '', shownBody = ''] = text.split(/\n\n(.*)/s);
  const [head = '', body = ''] = output.split(/\r\n\r\n(.*)/s);
  const [statusLine, ...headers] = head.split('\r\n');
  const [shownStatus, ...shownHeaders] = shownHead.split('\n');
  assert.equal(statusLine, shownStatus, where);
  for (const header of shownHeaders) {
    const [name = '', value = ''] = header.split(/: (.*)/);
    const real = headers.find((one) => one.startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2);
    assert.ok(real !== undefined, `${where}: no header ${name}`);
    assert.ok(sameText(value, real), `${where}: ${name} is ${real}, shown is ${value}`);
  }
  if (shownBody !== '') compareJson(parseShown(shownBody), JSON.parse(body), where);
  else assert.equal(body, '', where);
}

const REST = '…';

/** JSON in which `…` may be the last member or item. */
function parseShown(text: string): unknown {
  const marked = text.replace(/([[{,])\s*…\s*(?=[\]}])/g, (_, before: string) => {
    return `${before}${before === '[' ? `"${REST}"` : before === '{' ? `"${REST}": 0` : `"${REST}"`}`;
  });
  // Behind a comma the mark is an item of an array or a member of an object; the bracket that follows tells which.
  return JSON.parse(marked.replaceAll(/,"…"(?=\s*\})/g, `,"${REST}": 0`));
}

function compareJson(shown: unknown, real: unknown, where: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(real), `${where}: not an array`);
    const open = shown.at(-1) === REST;
    const items = open ? shown.slice(0, -1) : shown;
    assert.ok(open ? real.length >= items.length : real.length === items.length, `${where}: ${real.length} items`);
    items.forEach((item, index) => {
      compareJson(item, real[index], `${where}/${index}`);
    });
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof real === 'object' && real !== null, `${where}: not an object`);
    const { [REST]: open, ...members } = shown as { [name: string]: unknown };
    if (open === undefined) assert.deepEqual(Object.keys(real).sort(), Object.keys(members).sort(), where);
    for (const [name, value] of Object.entries(members)) {
      compareJson(value, (real as { [name: string]: unknown })[name], `${where}/${name}`);
    }
  } else if (typeof shown === 'string' && typeof real === 'string') {
    assert.ok(sameText(shown, real), `${where}: "${real}", shown is "${shown}"`);
  } else assert.equal(real, shown, where);
}

/** Times and random ids differ from run to run: their form is compared. */
const changing = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^acc_\w+$/,
  /^int_\w+$/,
  // A place in the log of changes, and the header that leads on from it.
  /^[0-9a-z]+-[0-9a-z]{11}$/,
  /^<\/api\/Changes\?after=[0-9a-z]+-[0-9a-z]{11}>; rel="next"$/,
];

function sameText(shown: string, real: string): boolean {
  if (shown.endsWith(REST)) return real.startsWith(shown.slice(0, -1));
  return shown === real || changing.some((form) => form.test(shown) && form.test(real));
}
