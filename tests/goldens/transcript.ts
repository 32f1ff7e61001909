/** Writes HTTP exchanges down so that two runs of the same requests give the same text. */
import type { Reply } from '../support/app.ts';

/** Headers of an answer that belong to the contract; others differ by host, time or connection. */
const SHOWN_HEADERS = [
  'accept-patch',
  'allow',
  'cache-control',
  'content-security-policy',
  'content-type',
  'etag',
  'link',
  'location',
  'ratelimit-policy',
  'vary',
  'www-authenticate',
  'x-total-count',
];

export interface Transcript {
  /** Texts that differ from run to run, by the placeholder that stands for them. */
  replace(text: string, placeholder: string): void;
  note(line: string): void;
  add(request: string, reply: Reply): Reply;
  readonly text: string;
}

export function createTranscript(): Transcript {
  const replaced: [string, string][] = [];
  const entries: string[] = [];
  const normalize = (text: string) =>
    normalizeValues(replaced.reduce((rest, [from, to]) => rest.replaceAll(from, to), text));
  return {
    replace: (text, placeholder) => void replaced.push([text, placeholder]),
    note: (line) => void entries.push(normalize(line)),
    add(request, reply) {
      const headers = SHOWN_HEADERS.flatMap((name) => {
        const value = reply.headers.get(name);
        // A schema's or a page's own hash is compared by the files that are generated from the code.
        return value === null ? [] : [`${name}: ${value}`];
      });
      entries.push(
        normalize([`> ${request}`, `< ${reply.status}`, ...headers, shorten(normalize(reply.text))].join('\n')),
      );
      return reply;
    },
    get text() {
      return `${entries.join('\n\n')}\n`;
    },
  };
}

/** A long answer is kept by its beginning and its length: the rest repeats what its beginning shows. */
function shorten(text: string): string {
  return text.length <= 4_000 ? text : `${text.slice(0, 4_000)} ... (cut)`;
}

/** Puts placeholders in the place of times, random ids and hashes. */
function normalizeValues(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => (isRecent(time) ? '<time>' : time))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\b[0-9a-f]{32,64}\b/g, '<hash>')
    .replace(/msg_[0-9a-f]{32}/g, 'msg_<id>')
    .replace(/"(\w+Ms)":(null|[\d.]+)/g, '"$1":<ms>')
    .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '<date>')
    .replace(/"target":"[0-9a-f]{8}"/g, '"target":"<hash>"')
    .replace(/whsec_[A-Za-z0-9+/=]+/g, '<secret>')
    .replace(/"requestId":"[^"]*"/g, '"requestId":"<id>"')
    .replace(/"change":"[^"]*"/g, '"change":"<cursor>"')
    .replace(/([?&]after=)[^&>"]+/g, '$1<cursor>')
    .replace(/"(effect|baseVersion|cursor|upTo)":"[^"]*"/g, '"$1":"<value>"');
}

/** A time that this run made: now, or when a proposal expires; not one that a request named. */
function isRecent(time: string): boolean {
  const ahead = Date.parse(time) - Date.now();
  return ahead > -3_600_000 && ahead < 8 * 86_400_000;
}
