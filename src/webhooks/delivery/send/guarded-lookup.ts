/**
 * Resolves the host of a URL to the addresses that may be dialled for it. Exactly the addresses that were checked are
 * dialled: a malicious name server could answer a second lookup differently.
 */
import { type AddressGuard, literalAddress } from './address-guard.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Requester of a lookup. It is notified when it has to wait for its turn, because that time is not the endpoint's. */
export interface LookupRequester {
  readonly account: string;
  waitInLine(): void;
  leaveLine(): void;
}

/** Resolves a name; rejects with the error of the resolver. Put off if the wait for a turn was too long. */
export type ResolveHost = (hostname: string, asker: LookupRequester) => Promise<readonly ResolvedAddress[] | 'put off'>;

export type GuardedLookupResult =
  | { readonly found: readonly ResolvedAddress[] }
  | 'put off'
  | { readonly error: 'dns' | 'refused_address'; readonly message: string };

/** Returns the addresses that may be dialled. `hostname` is as the URL parser returns it: IPv6 in brackets. */
export async function guardedLookup(
  guard: AddressGuard,
  resolve: ResolveHost,
  hostname: string,
  asker: LookupRequester,
): Promise<GuardedLookupResult> {
  const refused = guard.refusalOfHost(hostname);
  if (refused !== undefined) return refusal(`${hostname} is ${refused}`);
  const literal = literalAddress(hostname);
  if (literal !== undefined) return { found: [{ address: literal, family: literal.includes(':') ? 6 : 4 }] };

  let found: readonly ResolvedAddress[] | 'put off';
  try {
    found = await resolve(hostname, asker);
  } catch (error) {
    return noAddress(hostname, (error as NodeJS.ErrnoException).code);
  }
  if (found === 'put off') return found;
  if (found.length === 0) return noAddress(hostname, 'no address');
  // One refused address disqualifies the whole name: a public server and a private one are never mixed by accident.
  for (const { address } of found) {
    const kind = guard.refusalOf(address);
    // The address itself stays out of the message: names of an internal network are not the subscriber's to look up.
    if (kind !== undefined) return refusal(`${hostname} leads to ${kind}`);
  }
  return { found };
}

function noAddress(hostname: string, code = 'unknown'): GuardedLookupResult {
  return { error: 'dns', message: `The name ${hostname} could not be looked up (${code}).` };
}

function refusal(what: string): GuardedLookupResult {
  return { error: 'refused_address', message: `${what}, which deliveries may not be sent to.` };
}
