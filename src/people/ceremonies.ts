/**
 * Multi-step flows that a person starts here and finishes within minutes, through an identity provider or an
 * authenticator. The state is encrypted and stored in the browser. Starting a flow therefore costs the database
 * nothing, and any instance can finish it. Each flow works once: finishing it marks it as used in the shard of the
 * person's account.
 */
import { hkdfSync } from 'node:crypto';
import { type RandomBytes, secret256, sha256 } from '../lib/ids.ts';
import { createSeals } from '../lib/sealed.ts';
import type { Clock } from '../lib/time.ts';
import type { PeopleStore } from './store.ts';

/** State by kind of flow, needed to finish it. */
export interface CeremonyState {
  readonly 'single sign-on': {
    readonly state: string;
    readonly nonce: string;
    readonly verifier: string;
    /** Path in the console to continue at. */
    readonly to: string;
    /** Set if a signed-in person confirms their identity. */
    readonly confirming?: { readonly account: string; readonly session: string };
  };
  readonly 'passkey sign-in': { readonly challenge: string };
  readonly 'passkey confirmation': { readonly challenge: string; readonly session: string };
  readonly 'new passkey': { readonly challenge: string; readonly session: string };
}
export type CeremonyKind = keyof CeremonyState;

export interface Ceremonies {
  begin<Kind extends CeremonyKind>(kind: Kind, begun: CeremonyState[Kind]): string;
  /** Decrypts the state; undefined if it is invalid, of another kind, or expired. */
  finish<Kind extends CeremonyKind>(kind: Kind, ceremony: string): Finishing<CeremonyState[Kind]> | undefined;
}

export interface Finishing<Known> {
  readonly known: Known;
  /** Marks the flow as used, after all other checks; false if it was used before. */
  spend(store: PeopleStore): Promise<boolean>;
}

export const CEREMONY_MS = 10 * 60_000;

/** Creates the flows. All instances must share `keys`; a single process generates its own. */
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
  // Derive separate keys, so that the number of flows does not wear out the keys of stored data.
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
