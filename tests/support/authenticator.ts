/** An authenticator in software: makes passkeys and signs with them, as honestly as a test wants it to. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Json } from '../../src/lib/json.ts';

export interface Authenticator {
  /** What a browser gives for the options of a new passkey. */
  create(options: Options, lies?: Lies): Json;
  /** What it gives for those of a sign-in, by the passkey made last. */
  get(options: Options, lies?: Lies): Json;
  /** Of its signatures; undefined where it counts none. */
  counter: number | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: options as the service gives them.
type Options = any;

export interface Lies {
  readonly origin?: string;
  readonly site?: string;
  readonly challenge?: string;
  readonly verified?: boolean;
  readonly handle?: string;
  /** Signs with a key of its own making. */
  readonly key?: KeyObject;
}

interface Made {
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly handle: string;
}

export function createAuthenticator(origin: string): Authenticator {
  let made: Made | undefined;
  const one: Authenticator = {
    counter: 0,
    create(options, lies = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      made = { id: randomBytes(32), key: privateKey, handle: options.user.id };
      const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
      const cose = map([
        [number(1), number(2)],
        [number(3), number(-7)],
        [number(-1), number(1)],
        [number(-2), bytes(Buffer.from(x, 'base64url'))],
        [number(-3), bytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([made.id.length >> 8, made.id.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, made.id, cose]);
      const authData = Buffer.concat([head(options.rp.id, 0x40, lies), attested]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ]);
      const clientDataJSON = clientData('webauthn.create', options, lies).toString('base64url');
      const response = {
        clientDataJSON,
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'hybrid'],
      };
      return credential(made, response);
    },
    get(options, lies = {}) {
      const { key, handle } = made!;
      if (one.counter !== undefined) one.counter++;
      const authData = head(options.rpId, 0, lies);
      const data = clientData('webauthn.get', options, lies);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return credential(made!, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, lies.key ?? key).toString('base64url'),
        userHandle: lies.handle ?? handle,
      });
    },
  };
  return one;

  function head(site: string, flags: number, { site: other, verified = true }: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(one.counter ?? 0);
    const present = 0x01 | (verified ? 0x04 : 0) | flags;
    return Buffer.concat([
      createHash('sha256')
        .update(other ?? site)
        .digest(),
      Buffer.from([present]),
      count,
    ]);
  }

  function clientData(type: string, { challenge }: Options, lies: Lies): Buffer {
    const told = { type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(told));
  }
}

function credential({ id }: Made, response: { [name: string]: Json }): Json {
  const name = id.toString('base64url');
  return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response };
}

/** As much of CBOR (RFC 8949) as there is in an attestation. */
function counted(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count]);
  return count < 256
    ? Buffer.from([(kind << 5) | 24, count])
    : Buffer.from([(kind << 5) | 25, count >> 8, count & 255]);
}
const number = (value: number) => (value < 0 ? counted(1, -1 - value) : counted(0, value));
const bytes = (value: Buffer) => Buffer.concat([counted(2, value.length), value]);
const text = (value: string) => Buffer.concat([counted(3, value.length), Buffer.from(value)]);
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([counted(5, pairs.length), ...pairs.flat()]);
