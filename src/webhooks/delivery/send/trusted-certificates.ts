/** Which certificate authorities deliveries trust: those of the runtime, and what the operator adds for receivers of its own. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/**
 * For all connections, because reading the trusted certificates anew would cost more than a handshake. Throws an Error that says
 * what is wrong with `extraCertificates` (PEM).
 */
export function createTrustedContext(extraCertificates?: string): SecureContext {
  if (extraCertificates === undefined) return createSecureContext();
  return createSecureContext({ ca: [...getCACertificates('default'), ...readCertificates(extraCertificates)] });
}

/** The certificates of a PEM file, each proved readable: one that is not would be passed over without a word. */
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
