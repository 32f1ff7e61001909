/**
 * The certificate the service shows, read from its files again and again: a renewed one is used for the next connection
 * without a restart. One that cannot be used is reported and changes nothing.
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
  /** Looks at the files now. */
  reload(): void;
  stop(): void;
}

export interface CertificateReports {
  onRenewed(): void;
  onUnusable(reason: Error): void;
}

/**
 * Looking at the content every so often finds a new certificate however it was put there: written over, renamed into
 * place, or behind a link that now leads elsewhere. Watching for events of the file system misses some of these.
 */
const LOOK_MS = 10_000;

/** Undefined where no files are named. Throws a SettingsError where they cannot be used. */
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
  /** What was looked at last, good or not, so that a bad one is reported once. */
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

/** A pair that belongs together and can be read; or what is wrong with it. */
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
