/**
 * Certificate authorities that deliveries trust: those of the runtime, and those the operator adds for its own
 * receivers.
 */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/**
 * Creates the context for all connections, because reading the trusted certificates again would cost more than a
 * handshake. Throws an Error that describes what is wrong with `extraCertificates` (PEM).
 */
export function createTrustedContext(extraCertificates?: string): SecureContext {
  if (extraCertificates === undefined) return createSecureContext();
  return createSecureContext({ ca: [...getCACertificates('default'), ...readCertificates(extraCertificates)] });
}

/**
 * Returns the certificates of a PEM file. Checks that each is readable: an unreadable one would be ignored silently.
 */
function readCertificates(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g);
  if (blocks === null) throw new Error('There is no certificate (-----BEGIN CERTIFICATE-----) in it.');
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch {
      throw new Error(`Certificate ${index + 1} of ${blocks.length} cannot be read.`);
    }
  }
  return blocks;
}
