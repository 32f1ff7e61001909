// A curl for the guides' commands, on machines that have none: the few options they use, and a note of every status in
// the file that STATUS_LOG names.

import { appendFileSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    request: { type: 'string', short: 'X' },
    data: { type: 'string', short: 'd' },
    'data-urlencode': { type: 'string', multiple: true, default: [] },
    get: { type: 'boolean', short: 'G' },
    include: { type: 'boolean', short: 'i' },
    silent: { type: 'boolean', short: 's' },
  },
});

const headers = new Headers({ accept: '*/*' });
// As curl does: what is sent by -d is a form unless a header says otherwise.
if (values.data !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
for (const line of values.header.flatMap(linesOf)) {
  const colon = line.indexOf(':');
  headers.set(line.slice(0, colon), line.slice(colon + 1).trim());
}
const [address = ''] = positionals;
const encoded = values['data-urlencode'].map((pair) =>
  pair.replace(/=(.*)/s, (_, value) => `=${encodeURIComponent(value)}`),
);
if (encoded.length > 0 && !values.get) throw new Error('--data-urlencode is for -G here');
const url = encoded.length > 0 ? `${address}?${encoded.join('&')}` : address;
if (/ /.test(url)) throw new Error(`curl refuses a space in ${url}`);

const response = await fetch(url, {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  ...(values.data === undefined ? {} : { body: values.data }),
});
appendFileSync(process.env.STATUS_LOG!, `${response.status}\n`);
if (values.include) {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  process.stdout.write(
    `${[`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...lines].join('\r\n')}\r\n\r\n`,
  );
}
process.stdout.write(await response.text());

/** `-H @file` reads headers from a file, one in a line. */
function linesOf(header: string): string[] {
  if (!header.startsWith('@')) return [header];
  return readFileSync(header.slice(1), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
