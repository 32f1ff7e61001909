/**
 * A certificate for this machine that nobody trusts, made at the start: good enough to try things out with. Node reads certificates but
 * makes none, so its encoding (DER, RFC 5280) is written here. A receiver of your own has one that the service trusts instead.
 */
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const DAY = 86_400_000;

/** @returns {{ cert: string, key: string }} both as PEM */
export function makeCertificate() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(tagged(0x31, sequence(identifier(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from('localhost')))));
  const names = [
    tagged(0x82, Buffer.from('localhost')),
    tagged(0x87, Buffer.from([127, 0, 0, 1])),
    tagged(0x87, Buffer.from('00000000000000000000000000000001', 'hex')),
  ];
  const alternativeNames = sequence(identifier(0x55, 0x1d, 0x11), tagged(0x04, sequence(...names)));
  const serial = randomBytes(16);
  // A positive number without a leading zero byte.
  serial[0] = (serial[0] & 0x3f) | 0x40;
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - DAY), time(Date.now() + 90 * DAY)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternativeNames)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]);
  const bytes = sequence(toBeSigned, ecdsaWithSha256, tagged(0x03, signature));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** @param {number} moment */
function time(moment) {
  return tagged(
    0x17,
    Buffer.from(
      new Date(moment)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  );
}

/** @param {...number} bytes */
function identifier(...bytes) {
  return tagged(0x06, Buffer.from(bytes));
}

/** @param {...Buffer} parts */
function sequence(...parts) {
  return tagged(0x30, Buffer.concat(parts));
}

/** @param {number} tag @param {Buffer} content */
function tagged(tag, content) {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
