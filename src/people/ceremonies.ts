/**
 * What somebody begins here and comes back to finish within minutes, by way of a provider or an authenticator. All that has to be known then is
 * sealed and goes along with the browser: beginning costs the database nothing, however often strangers do it, and any instance finishes
 * what another began. It works once: whoever finishes it spends it where the person's account is kept.
 */
import { hkdfSync } from 'node:crypto';
import { type RandomBytes, secret256, sha256 } from '../lib/ids.ts';
import { createSeals } from '../lib/sealed.ts';
import type { Clock } from '../lib/time.ts';
import type { PeopleStore } from './store.ts';

/** By what is begun, what has to be known when it is finished. */
export interface CeremonyState {
  readonly 'single sign-on': {
    readonly state: string;
    readonly nonce: string;
    readonly verifier: string;
    /** Where in the console to go on. */
    readonly to: string;
    /** Of somebody who is in already and shows once more who that is. */
    readonly confirming?: { readonly account: string; readonly session: string };
  };
  readonly 'passkey sign-in': { readonly challenge: string };
  readonly 'passkey confirmation': { readonly challenge: string; readonly session: string };
  readonly 'new passkey': { readonly challenge: string; readonly session: string };
}
export type CeremonyKind = keyof CeremonyState;

export interface Ceremonies {
  begin<Kind extends CeremonyKind>(kind: Kind, begun: CeremonyState[Kind]): string;
  /** Undefined where it is none of ours, of another kind, or over. */
  finish<Kind extends CeremonyKind>(kind: Kind, ceremony: string): Finishing<CeremonyState[Kind]> | undefined;
}

export interface Finishing<Known> {
  readonly known: Known;
  /** Said when nothing else stands in the way; false where it was used before. */
  spend(store: PeopleStore): Promise<boolean>;
}

export const CEREMONY_MS = 10 * 60_000;

/** `keys` are those that every instance has; a process that is alone makes up its own. */
export function createCeremonies({
  keys,
  clock,
  random,
}: {
  readonly keys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly random: RandomBytes;
}): Ceremonies {
  const whole = keys.length > 0 ? keys : [random(32)];
  // Keys of their own: whatever number of these is sealed wears out none that seals what is kept.
  const seals = createSeals(whole.map((key) => new Uint8Array(hkdfSync('sha256', key, '', 'ceremonies', 32))));
  return {
    begin(kind, begun) {
      const id = secret256(random);
      return seals.seal(JSON.stringify({ id, until: clock.now() + CEREMONY_MS, begun }), placeOf(kind));
    },
    finish(kind, ceremony) {
      const opened = seals.open(ceremony, placeOf(kind));
      if (typeof opened !== 'string') return undefined;
      const { id, until, begun: known } = JSON.parse(opened) as { id: string; until: number; begun: never };
      if (until <= clock.now()) return undefined;
      return { known, spend: (store) => store.spend(sha256(id), until) };
    },
  };
}

function placeOf(kind: CeremonyKind): string {
  return `ceremony ${kind}`;
}
