/**
 * The TLS certificate of the service, read from its files repeatedly: the next connection uses a renewed certificate
 * without a restart. A certificate that cannot be used is reported and changes nothing.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Certificate, KeyPair } from '../http/http-server.ts';
import { SettingsError } from '../settings.ts';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface WatchedCertificate extends Certificate {
  /** Reads the files immediately. */
  reload(): void;
  stop(): void;
}

export interface CertificateReports {
  onRenewed(): void;
  onUnusable(reason: Error): void;
}

/**
 * Interval between reads of the files. Comparing the content finds a new certificate however it was installed:
 * overwritten, renamed into place, or behind a changed symbolic link. File system events miss some of these cases.
 */
const LOOK_MS = 10_000;

/** Returns undefined if no files are configured. Throws a SettingsError if the files cannot be used. */
export function openCertificate(
  files: CertificateFiles,
  reports: CertificateReports,
  lookMs = LOOK_MS,
): WatchedCertificate | undefined {
  const { certFile, keyFile } = files;
  if (certFile === '' && keyFile === '') return undefined;
  if (certFile === '' || keyFile === '') {
    throw new SettingsError('MDS_TLS_CERT_FILE and MDS_TLS_KEY_FILE are given together or not at all.');
  }
  const first = read(files);
  if (first instanceof Error) throw new SettingsError(`The TLS certificate cannot be used: ${first.message}`);
  let current = first;
  /** Fingerprint or error message of the last read, valid or not, so that an unusable certificate is reported once. */
  let seen = fingerprint(first);
  const listeners: ((renewed: KeyPair) => void)[] = [];
  const timer = setInterval(reload, lookMs).unref();

  return {
    get current() {
      return current;
    },
    onRenewed: (listener) => void listeners.push(listener),
    reload,
    stop: () => clearInterval(timer),
  };

  function reload(): void {
    const found = read(files);
    const now = found instanceof Error ? found.message : fingerprint(found);
    if (now === seen) return;
    seen = now;
    if (found instanceof Error) reports.onUnusable(found);
    else {
      current = found;
      for (const told of listeners) told(found);
      reports.onRenewed();
    }
  }
}

/** Returns a certificate and key that match, or the error that prevents their use. */
function read({ certFile, keyFile }: CertificateFiles): KeyPair | Error {
  try {
    const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    return error as Error;
  }
}

function fingerprint({ cert, key }: KeyPair): string {
  return `${cert}\n${key}`;
}
