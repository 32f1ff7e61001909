// X.509 certificates for test servers, made in this process: an authority nobody knows, what it issues, and the bad
// ones a client must refuse. Node reads certificates but makes none, so their DER encoding is written here (RFC 5280).

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Both as PEM, as TLS servers take them. */
export interface ServerCertificate {
  cert: string;
  key: string;
}

export interface CertificateWishes {
  /** Host names and addresses it is good for. */
  names: string[];
  validFrom?: Date;
  validTo?: Date;
  /** RSA keys also agree on secrets without forward secrecy; elliptic ones, the default, do not. */
  key?: 'rsa';
}

export interface Authority {
  /** PEM; a client that trusts this trusts what the authority issues. */
  certificate: string;
  issue(wishes: CertificateWishes): ServerCertificate;
}

interface Party {
  name: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const HOUR_MS = 3_600_000;

export function createAuthority(): Authority {
  const authority = createParty(`Test authority ${randomBytes(4).toString('hex')}`);
  const extensions = [
    extension('2.5.29.19', sequence(boolean(true)), { critical: true }),
    // Certificate signing and no more, counted from the highest bit.
    extension('2.5.29.15', bitString(Buffer.from([0b0000_0100]), 2), { critical: true }),
    extension('2.5.29.14', octetString(keyIdentifier(authority))),
  ];
  return {
    certificate: toPem('CERTIFICATE', certificate(authority, authority, extensions, {})),
    issue: (wishes) => serverCertificate(createParty('Test server', wishes.key), authority, wishes),
  };
}

/** Signed by its own key: no authority stands behind it. */
export function createSelfSigned(wishes: CertificateWishes): ServerCertificate {
  const server = createParty('Test server', wishes.key);
  return serverCertificate(server, server, wishes);
}

function serverCertificate(server: Party, issuer: Party, wishes: CertificateWishes): ServerCertificate {
  const extensions = [
    extension('2.5.29.19', sequence(), { critical: true }),
    // Signing, and with an RSA key what static key exchange takes.
    extension('2.5.29.15', bitString(Buffer.from([wishes.key === 'rsa' ? 0b1010_0000 : 0b1000_0000]), 5), {
      critical: true,
    }),
    extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...wishes.names.map(alternativeName))),
    extension('2.5.29.14', octetString(keyIdentifier(server))),
    extension('2.5.29.35', sequence(tagged(0x80, keyIdentifier(issuer)))),
  ];
  return {
    cert: toPem('CERTIFICATE', certificate(server, issuer, extensions, wishes)),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function createParty(name: string, key?: 'rsa'): Party {
  if (key === 'rsa') return { name, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
  return { name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

function certificate(
  subject: Party,
  issuer: Party,
  extensions: Buffer[],
  {
    validFrom = new Date(Date.now() - HOUR_MS),
    validTo = new Date(Date.now() + 24 * HOUR_MS),
  }: Partial<CertificateWishes>,
): Buffer {
  const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
  const serial = randomBytes(16);
  // A positive number without a leading zero byte.
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    ecdsaWithSha256,
    distinguishedName(issuer.name),
    sequence(time(validFrom), time(validTo)),
    distinguishedName(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  return sequence(toBeSigned, ecdsaWithSha256, bitString(sign('sha256', toBeSigned, issuer.privateKey), 0));
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  return sequence(objectIdentifier(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(objectIdentifier('2.5.4.3'), tagged(0x0c, Buffer.from(commonName)))));
}

function alternativeName(name: string): Buffer {
  return isIP(name) ? tagged(0x87, addressBytes(name)) : tagged(0x82, Buffer.from(name));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // The address parser of URL writes IPv6 in one form: groups in hexadecimal, the longest run of zeros left out.
  const [left = '', right = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right].map((part) => part.split(':').filter(Boolean));
  const groups = [...before!, ...Array(8 - before!.length - after!.length).fill('0'), ...after!];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function keyIdentifier({ publicKey }: Party): Buffer {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);
}

/** Years to 2049 in two digits, later ones in four, as the standard demands. */
function time(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/[-:T]|\.\d+/g, '');
  return moment.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

function octetString(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

function bitString(bytes: Buffer, unusedBits: number): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const sevenBits = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) sevenBits.unshift(0x80 | (left & 0x7f));
    return sevenBits;
  });
  return tagged(0x06, Buffer.from(bytes));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
