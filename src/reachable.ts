/** Network reachability of the service, derived from its settings. */
import type { Settings } from './settings.ts';
import { isLoopback } from './webhooks/delivery/send/address-guard.ts';

/**
 * True if loopback endpoints with self-signed certificates are trusted, so that a first webhook receiver works with
 * plain `npm start`.
 */
export function trustsLoopback(settings: Settings): boolean {
  return settings.MDS_BOOTSTRAP === 'demo' && listensToItself(settings);
}

/** True if only programs on this machine can reach the service. */
export function listensToItself({ HOST }: Settings): boolean {
  return HOST === 'localhost' || isLoopback(HOST);
}
