/** From where the service can be reached, by its settings, and what follows from it. */
import type { Settings } from './settings.ts';
import { isLoopback } from './webhooks/delivery/send/address-guard.ts';

/** A newcomer's first receiver, on this machine and with a certificate of its own making, works under plain `npm start`. */
export function trustsLoopback(settings: Settings): boolean {
  return settings.MDS_BOOTSTRAP === 'demo' && listensToItself(settings);
}

/** Whether only programs of this machine can reach it. */
export function listensToItself({ HOST }: Settings): boolean {
  return HOST === 'localhost' || isLoopback(HOST);
}
