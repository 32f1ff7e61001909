/**
 * Every setting of the service, once: its name in the environment, how its text is read, its default and what it is
 * for. The reference page is generated from this table. A setting that cannot be read stops the start, and so does an
 * unknown `MDS_*` name: a misspelt setting that is silently ignored costs an operator a night.
 */
import { BlockList, isIP } from 'node:net';
import { totalmem } from 'node:os';
import { MAX_NESTING } from './lib/json.ts';
import { nearest } from './lib/nearest.ts';
import { keyIDOf, readKey } from './lib/sealed.ts';

interface Setting<Value> {
  /** The value of the text, or throws an Error that says what is allowed. */
  readonly read: (text: string) => Value;
  readonly default: string;
  readonly doc: string;
}

/** Maximum that SQLite can map of a file. */
const MAX_MAPPED_MIB = 2047;

export const settingsTable = {
  HOST: { read: text, default: '127.0.0.1', doc: 'Address to listen on. `0.0.0.0` or `::` for every interface.' },
  PORT: { read: wholeNumber(0, 65_535), default: '8080', doc: 'Port to listen on; 0 picks a free one.' },
  DATABASE_URL: {
    read: databaseUrl,
    default: 'sqlite:data/mds.db',
    doc: 'The database: `sqlite:<file>` or `postgres://user:password@host:port/database`.',
  },
  MDS_SHARDS: {
    read: shardList,
    default: '',
    doc: 'Several databases by shard name: `s1=sqlite:data/s1.db,s2=postgres://...`. Without it there is one shard `s1` at `DATABASE_URL`.',
  },
  MDS_SECRETS_KEY: {
    read: secretKeys,
    default: '',
    doc: 'Key that signing secrets and header values of subscriptions are encrypted with: 32 bytes in base64, as `openssl rand -base64 32` makes them. Several, separated by commas: the first encrypts, all decrypt. PostgreSQL needs it; an SQLite database without it has a key in a file beside it, made at the first start.',
  },
  MDS_BOOTSTRAP: {
    read: oneOf('none', 'demo'),
    default: 'none',
    doc: '`demo` fills an empty database with two demo accounts and writes their credentials to `demo-credentials.json` beside the database (`data/demo-credentials.json`, on PostgreSQL always). `npm start` sets it unless you do.',
  },
  MDS_RATE_LIMIT: {
    read: wholeNumber(0, 100_000_000),
    default: '300',
    doc: 'Requests one API key may make in any 60 seconds; 0 switches the limit off.',
  },
  MDS_CONSOLE: {
    read: oneOf('on', 'off'),
    default: 'on',
    doc: '`off`: people cannot sign in; only keys open anything.',
  },
  MDS_PUBLIC_URL: {
    read: publicUrl,
    default: '',
    doc: 'Where people reach the service, such as `https://mds.example.com`: links for them begin so. With `https` their cookies are sent over TLS alone. Without it: the address it listens on.',
  },
  MDS_SESSION_HOURS: {
    read: wholeNumber(1, 720),
    default: '12',
    doc: 'Hours without a request after which a person has to sign in again; after 30 days in any case.',
  },
  MDS_AUDIT_DAYS: {
    read: wholeNumber(1, 36_500),
    default: '365',
    doc: 'Days that the audit log goes back: who signed in, and who changed keys and rights.',
  },
  MDS_APPROVER: {
    read: oneOf('anyone', 'another'),
    default: 'anyone',
    doc: '`another`: what an assistant or integration proposes is decided by somebody else than the person it works for.',
  },
  MDS_PROPOSAL_DAYS: {
    read: wholeNumber(1, 36_500),
    default: '365',
    doc: 'Days that proposals are kept after their last day, decided or not.',
  },
  MDS_SMTP_URL: {
    read: smtpUrl,
    default: '',
    doc: 'Mail server that invitations, reset links and notices about subscriptions are sent by: `smtp://user:password@host:587` or `smtps://...`, to every process of the service. Without it there is no mail. A password is only given over TLS, or to this machine.',
  },
  MDS_MAIL_FROM: {
    read: mailFrom,
    default: '',
    doc: 'Sender of the letters, such as `Maintenance <mds@example.com>`. Needed with MDS_SMTP_URL.',
  },
  MDS_OIDC_ISSUER: {
    read: issuer,
    default: '',
    doc: 'Provider of single sign-on (OpenID Connect), such as `https://login.example.com/realms/firm`: whoever has a verified e-mail address there and is an active user here may sign in so. Its redirect address is `MDS_PUBLIC_URL` followed by `/console/api/SingleSignOn/Callback`.',
  },
  MDS_OIDC_CLIENT_ID: {
    read: text,
    default: '',
    doc: 'What the service is called at that provider. Needed with MDS_OIDC_ISSUER.',
  },
  MDS_OIDC_CLIENT_SECRET: {
    read: text,
    default: '',
    doc: 'The secret that goes with it. Needed with MDS_OIDC_ISSUER.',
  },
  MDS_OIDC_EMAIL_VERIFIED_CLAIM: {
    read: claimName,
    default: 'email_verified',
    doc: 'The claim by which that provider says that an e-mail address is verified. Entra ID sends `xms_edov` in its place.',
  },
  MDS_OIDC_TRUSTED_DOMAINS: {
    read: domains,
    default: '',
    doc: 'Domains of e-mail addresses, such as `example.com,example.org`, that count as verified where that provider sends no such claim. Name only domains in which nobody but you gives out addresses there. A claim that says no still refuses.',
  },
  MDS_TRUSTED_PROXIES: {
    read: networks,
    default: '',
    doc: 'Networks (CIDR list) of reverse proxies whose `X-Forwarded-For` is believed.',
  },
  MDS_PATCH_OPERATIONS: {
    read: wholeNumber(1, 100_000),
    default: '10000',
    doc: 'Operations one JSON Patch document may hold.',
  },
  MDS_PATCH_DEPTH: {
    read: wholeNumber(1, 1_000),
    default: String(MAX_NESTING),
    doc: 'Levels below the record that one operation of a patch may reach: the steps of its path and the nesting of its value. A record has no more than that, so a higher one changes nothing.',
  },
  MDS_READER_THREADS: {
    read: wholeNumber(1, 16),
    default: '2',
    doc: 'SQLite only: threads that run slow lists beside the main thread. One account gets all but one of them.',
  },
  MDS_READER_QUEUE: {
    read: wholeNumber(1, 10_000),
    default: '100',
    doc: 'Slow lists that may wait for a reader thread, or on PostgreSQL for a connection, before further ones are answered with 503; of one account a quarter of them.',
  },
  MDS_LIST_TIMEOUT_MS: {
    read: wholeNumber(10, 600_000),
    default: '10000',
    doc: 'Milliseconds a slow list may run before it is stopped and answered with 503; it waits no longer than that for its turn. A GraphQL query begins nothing more after that time.',
  },
  MDS_LARGE_PAGE_MS: {
    read: wholeNumber(100, 3_600_000),
    default: '120000',
    doc: 'Milliseconds a client has to take the whole of a page of more than 4 MiB before it is cut off.',
  },
  MDS_LARGE_PAGES_MIB: {
    read: wholeNumber(256, 1_000_000),
    default: '1024',
    doc: 'SQLite only: mebibytes that pages of more than 4 MiB, and streams ahead of their clients, may take on the disk of the database while they are sent; of one account half of them.',
  },
  MDS_STREAM_MS: {
    read: wholeNumber(100, 86_400_000),
    default: '600000',
    doc: 'Milliseconds a client has to take the whole of a stream (a list as CSV or NDJSON) before it is cut off.',
  },
  MDS_SQLITE_MAP_MIB: {
    read: mappedMiB,
    default: 'auto',
    doc: `SQLite only: mebibytes of the database file, from its beginning, that are read in place in the system's cache of files (0 to ${MAX_MAPPED_MIB}); they count as resident memory, though the system takes them back when it needs them. \`auto\` is a quarter of the memory that the process may have; 0 copies every page instead.`,
  },
  MDS_POOL_SIZE: {
    read: wholeNumber(1, 500),
    default: '10',
    doc: 'PostgreSQL only: connections one process keeps to each shard for requests; webhooks and notices take 6 more, streams up to 4.',
  },
  MDS_WEBHOOK_TIMEOUT_MS: {
    read: wholeNumber(1, 60_000),
    default: '10000',
    doc: 'Milliseconds an endpoint has for a delivery, from the lookup of its name to the headers of its answer.',
  },
  MDS_WEBHOOK_RETRY_MS: {
    read: wholeNumber(0, 3_600_000),
    default: '2000',
    doc: 'Milliseconds between an answer that is no success and the next attempt.',
  },
  MDS_WEBHOOK_ALLOW: {
    read: networks,
    default: '',
    doc: 'Networks (CIDR list) that deliveries may be sent to although they are private, such as `10.20.0.0/16`.',
  },
  MDS_WEBHOOK_CA_FILE: {
    read: text,
    default: '',
    doc: 'File of certificates (PEM) of authorities to trust in endpoints, beside those everybody trusts.',
  },
  MDS_WEBHOOK_DNS: {
    read: nameServers,
    default: '',
    doc: 'Name servers that the names of endpoints are looked up at, such as `10.0.0.2,[fd00::2]:5353`. Without it those of the system, and its own lookup for names they do not know.',
  },
  MDS_WEBHOOK_SUBSCRIPTIONS: {
    read: wholeNumber(1, 100_000),
    default: '200',
    doc: 'Webhook subscriptions one API key may have. All keys of an account together may have ten times as many.',
  },
  MDS_WEBHOOK_FAN_OUT: {
    read: wholeNumber(1, 1_000_000),
    default: '1000',
    doc: 'Deliveries a second that the changes of one account may make in one process, on average: with 100 subscriptions to an event, 10 such changes a second. Changes beyond it wait for up to 10 seconds, and are then refused (503, `Retry-After`).',
  },
  MDS_WEBHOOK_CONCURRENCY: {
    read: wholeNumber(4, 100_000),
    default: '2048',
    doc: 'Deliveries one process has out at the same time; for one subscription a quarter of them at most, and never more than 32. Endpoints that are quick, slow, stuck or not yet tried have parts of their own.',
  },
  MDS_DELIVERY_DAYS: {
    read: wholeNumber(1, 3_650),
    default: '30',
    doc: 'Days that settled deliveries stay in the delivery log.',
  },
  MDS_EVENT_DAYS: {
    read: wholeNumber(1, 3_650),
    default: '30',
    doc: 'Days that a change is kept at least, with the record as it then was, so that a delivery can be sent again. One that waits to be delivered is kept in any case.',
  },
  MDS_HISTORY_DAYS: {
    read: wholeNumber(0, 36_500),
    default: '0',
    doc: 'Days that the log of changes goes back (never fewer than MDS_EVENT_DAYS); 0: for ever.',
  },
  MDS_TLS_CERT_FILE: {
    read: text,
    default: '',
    doc: 'File of the certificate (PEM, with those between it and its authority) to serve HTTPS with. Looked at every 10 seconds and on SIGHUP: a renewed one is used without a restart.',
  },
  MDS_TLS_KEY_FILE: {
    read: text,
    default: '',
    doc: 'File of the private key (PEM) of that certificate. Both are given, or none.',
  },
  MDS_METRICS_TOKEN: {
    read: token,
    default: '',
    doc: 'Bearer token with which `GET /metrics` is answered to clients on other machines; 16 characters or more.',
  },
  MDS_MAX_CONNECTIONS: {
    read: wholeNumber(1, 1_000_000),
    default: '10000',
    doc: 'Connections of clients at the same time; further ones are closed at once.',
  },
  MDS_MAX_REQUESTS: {
    read: wholeNumber(1, 1_000_000),
    default: '1000',
    doc: 'Requests under way at the same time; further ones are answered with 503.',
  },
  MDS_MAX_HELD: {
    read: wholeNumber(1, 1_000_000),
    default: '2000',
    doc: 'Requests and streams that wait for changes at the same time, 10 of a key and `MDS_CLIENT_SHARE` of an account; they do not count among the requests under way.',
  },
  MDS_CLIENT_SHARE: {
    read: wholeNumber(1, 100),
    default: '50',
    doc: 'Percent of connections, requests under way, requests that wait for changes, and their memory that one client may have: an account, or an address (of IPv6 a /64) before its key is known.',
  },
  MDS_MAX_REQUEST_MIB: {
    read: wholeNumber(16, 1_000_000),
    default: '256',
    doc: 'Mebibytes that the bodies and answers of requests under way may hold; further requests are answered with 503.',
  },
  MDS_MAX_DELAY_MS: {
    read: wholeNumber(10, 60_000),
    default: '500',
    doc: 'Milliseconds the event loop may be late, in the mean of half a second; beyond it requests are answered with 503.',
  },
  MDS_HEAD_TIMEOUT_MS: {
    read: wholeNumber(100, 300_000),
    default: '10000',
    doc: 'Milliseconds a client has for the head of a request, before it is answered with 408.',
  },
  MDS_REQUEST_TIMEOUT_MS: {
    read: wholeNumber(100, 300_000),
    default: '30000',
    doc: 'Milliseconds a client has for a whole request, its body included, before it is answered with 408.',
  },
  MDS_ANSWER_TIMEOUT_MS: {
    read: wholeNumber(100, 300_000),
    default: '30000',
    doc: 'Milliseconds a client may leave an answer, or the next piece of a large one, untaken before it is cut off.',
  },
  MDS_ANSWER_PACE_KIB: {
    read: wholeNumber(1, 1_000_000),
    default: '8',
    doc: 'Kibibytes a second that a client has to take of an answer that waits for it, in the mean and beyond the first `MDS_ANSWER_TIMEOUT_MS`, before it is cut off.',
  },
  MDS_DRAIN_MS: {
    read: (value) => (value === '' ? undefined : wholeNumber(0, 9_000)(value)),
    default: '',
    doc: 'Milliseconds after SIGTERM in which new requests are still served, while `/readyz` is 503 and answers close their connections; then they are refused. At least what a balancer takes to notice. Without it `7000` on PostgreSQL, where other servers take over, and `0` where a shard is an SQLite file, which has one server. Ctrl-C does not wait.',
  },
  LOG_LEVEL: {
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    doc: 'How much is logged. At `info` there is one line per request and one per attempt to deliver.',
  },
} as const satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof settingsTable;
export type Settings = { readonly [Name in SettingName]: ReturnType<(typeof settingsTable)[Name]['read']> };

/** Database of one shard. */
export type Database =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Reads all settings; throws one SettingsError that names everything wrong. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const faults = unknownNames(environment);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settingsTable) as [SettingName, Setting<unknown>][]) {
    // An empty value is an unset one: it is what `NAME=` in a compose or env file means.
    const given = environment[name]?.trim() || setting.default;
    try {
      values[name] = setting.read(given);
    } catch (error) {
      // The value itself stays out of the message: it may hold a password.
      faults.push(`${name} ${(error as Error).message}`);
    }
  }
  if (values.MDS_SMTP_URL && values.MDS_MAIL_FROM === '') faults.push('MDS_MAIL_FROM is needed with MDS_SMTP_URL');
  const oidc = ['MDS_OIDC_ISSUER', 'MDS_OIDC_CLIENT_ID', 'MDS_OIDC_CLIENT_SECRET'] as const;
  const missing = oidc.filter((name) => values[name] === '');
  if (missing.length > 0 && missing.length < oidc.length)
    faults.push(`${missing.join(' and ')} must be given, too: single sign-on needs ${oidc.join(', ')}`);
  const { MDS_OIDC_ISSUER, MDS_OIDC_TRUSTED_DOMAINS = [] } = values as Partial<Settings>;
  if (MDS_OIDC_TRUSTED_DOMAINS.length > 0 && ISSUER_OF_ALL_TENANTS.test(MDS_OIDC_ISSUER ?? ''))
    faults.push(
      'MDS_OIDC_TRUSTED_DOMAINS needs an issuer of one tenant: in other tenants anybody may write any address',
    );
  if (faults.length > 0) throw new SettingsError(`The settings cannot be used:\n  ${faults.join('\n  ')}`);
  return values as Settings;
}

/** Slightly longer than HAProxy takes with its default checks: three, 2 s apart. */
const DRAIN_MS = 7_000;

/**
 * Returns how long a server continues to serve after the stop signal, so that others can take over. Returns 0 by
 * default with SQLite, because another process cannot take over an SQLite file.
 */
export function drainMsOf(settings: Settings): number {
  const isAlone = [...shardsOf(settings).values()].some(({ engine }) => engine === 'sqlite');
  return settings.MDS_DRAIN_MS ?? (isAlone ? 0 : DRAIN_MS);
}

/** Returns the configured databases by shard id. */
export function shardsOf(settings: Settings): ReadonlyMap<string, Database> {
  return settings.MDS_SHARDS.size > 0 ? settings.MDS_SHARDS : new Map([['s1', settings.DATABASE_URL]]);
}

/** Returns the settings reduced to one shard. */
export function onlyShard(settings: Settings, shardID: string): Settings {
  const shards = shardsOf(settings);
  const database = shards.get(shardID);
  if (database === undefined) throw noSuchShard(shardID, shards);
  return { ...settings, MDS_SHARDS: new Map([[shardID, database]]) };
}

export function noSuchShard(shardID: string, shards: ReadonlyMap<string, unknown>): SettingsError {
  return new SettingsError(
    `There is no shard ${shardID}; there ${shards.size === 1 ? 'is' : 'are'} ${[...shards.keys()].join(', ')}.`,
  );
}

/** Returns the public URL of the service, derived from the settings. */
export function publicUrlOf({ MDS_PUBLIC_URL, MDS_TLS_CERT_FILE, HOST, PORT }: Settings, port: number = PORT): string {
  if (MDS_PUBLIC_URL !== '') return MDS_PUBLIC_URL;
  const isOwn = HOST === '0.0.0.0' || HOST === '::' || HOST === '::1' || HOST.startsWith('127.');
  const host = isOwn ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `${MDS_TLS_CERT_FILE === '' ? 'http' : 'https'}://${host}:${port}`;
}

/** Returns the URL of the console; undefined if the console is off, so that no link leads to it. */
export function consoleUrlOf(settings: Settings, port?: number): string | undefined {
  return settings.MDS_CONSOLE === 'on' ? `${publicUrlOf(settings, port)}/console` : undefined;
}

function unknownNames(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(settingsTable);
  return Object.keys(environment)
    .filter((name) => name.startsWith('MDS_') && !known.includes(name) && !kubernetesService.test(name))
    .filter((name) => !name.startsWith('MDS_TEST_'))
    .map((name) => {
      const suggestion = nearest(name, known);
      return `${name} is not a setting${suggestion ? `; did you mean ${suggestion}?` : ''}`;
    });
}

// Kubernetes gives every pod variables about each service; one called `mds` or `mds-api` must not stop the start.
const kubernetesService =
  /^MDS(_[A-Z0-9]+)*_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;

function text(value: string): string {
  return value;
}

/** Validates the issuer URL: tokens and the client secret need https, except on this machine. */
function issuer(value: string): string {
  if (value === '') return '';
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url?.hostname ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  if (!isSafe || url!.search !== '' || url!.hash !== '' || url!.username !== '')
    throw new Error('must be an https address, or an http address of this machine');
  return value;
}

/** Validates the public URL and returns its origin, so that links built from it contain no doubled slash. */
function publicUrl(value: string): string {
  if (value === '') return '';
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.pathname !== '/'
  )
    throw new Error('must be an address such as https://mds.example.com, without a path');
  return url.origin;
}

/** Entra ID issuers that are valid for every tenant. */
const ISSUER_OF_ALL_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

function claimName(value: string): string {
  if (!/^[\w:./-]{1,200}$/.test(value)) throw new Error('must be the name of a claim, such as xms_edov');
  return value;
}

function domains(value: string): readonly string[] {
  const listed = value.split(',').map((part) => part.trim().toLowerCase());
  return listed.filter((domain) => {
    if (domain === '') return false;
    if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/.test(domain))
      throw new Error(`must be a list of domains such as example.com; "${domain}" is none`);
    return true;
  });
}

function smtpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (value !== '' && (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === ''))
    throw new Error('must be smtp://user:password@host:port or smtps://user:password@host:port');
  return value;
}

function mailFrom(value: string): string {
  if (value !== '' && !/^([^<>@\p{Cc}]+ )?<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s,]+@[^<>@\s,]+$/u.test(value))
    throw new Error('must be an address such as mds@example.com or Maintenance <mds@example.com>');
  return value;
}

function token(value: string): string {
  if (value !== '' && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new Error('must have at least 16 characters, none of them a space');
  }
  return value;
}

/** `auto` follows the machine, or the limit of the container. */
function mappedMiB(written: string): number {
  if (written !== 'auto') return wholeNumber(0, MAX_MAPPED_MIB)(written);
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(MAX_MAPPED_MIB, Math.floor(memory / 4 / 1024 / 1024));
}

function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

function oneOf<const Value extends string>(...values: Value[]): (value: string) => Value {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };
}

function databaseUrl(value: string): Database {
  if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length) {
    return { engine: 'sqlite', file: value.slice('sqlite:'.length) };
  }
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { engine: 'postgres', url: value };
  throw new Error('must be sqlite:<file> or postgres://user:password@host:port/database');
}

function secretKeys(value: string): readonly Uint8Array[] {
  const keys = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const key = readKey(part);
      if (key === undefined) throw new Error('must be 32 bytes in base64 (make them with: openssl rand -base64 32)');
      return key;
    });
  if (new Set(keys.map(keyIDOf)).size < keys.length) throw new Error('names the same key twice');
  return keys;
}

function shardList(value: string): ReadonlyMap<string, Database> {
  const shards = new Map<string, Database>();
  for (const part of value.split(',').filter((part) => part.trim() !== '')) {
    const [, id, url] = /^\s*([A-Za-z0-9][A-Za-z0-9_-]{0,31})=(.+?)\s*$/.exec(part) ?? [];
    if (id === undefined || url === undefined) throw new Error('must be a list of name=database, separated by commas');
    if (shards.has(id)) throw new Error(`names the shard ${id} twice`);
    shards.set(id, databaseUrl(url));
  }
  return shards;
}

function nameServers(value: string): readonly string[] {
  const places = value.split(',').map((part) => part.trim());
  return places.filter((place) => {
    if (place === '') return false;
    const withPort = /^\[(.+)\](?::(\d+))?$/.exec(place) ?? /^([\d.]+):(\d+)$/.exec(place);
    const [, address = place, port = '53'] = withPort ?? [];
    if (isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535)
      throw new Error(`must be a list of addresses, with a port where it is not 53; "${place}" is none`);
    return true;
  });
}

function networks(value: string): BlockList {
  const list = new BlockList();
  for (const part of value.split(',').filter((part) => part.trim() !== '')) {
    const [, address = '', prefix] = /^\s*([0-9A-Fa-f.:]+)(?:\/(\d+))?\s*$/.exec(part) ?? [];
    const version = isIP(address);
    const bits = Number(prefix ?? (version === 6 ? 128 : 32));
    if (version === 0 || bits > (version === 6 ? 128 : 32))
      throw new Error(`must be a list of addresses or CIDR networks; "${part.trim()}" is neither`);
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
