/**
 * Whether a request may come from where it says. A page that somebody has open may send requests to a service on the same machine or in the same
 * network, under a name that was made to lead there; so browsers get in from pages of our own alone, and a service that only its own machine can
 * reach is asked under a name of this machine.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../problems.ts';

export interface ServiceHost {
  readonly publicUrl: string;
  /** Whether only programs of this machine can reach it. */
  readonly isLocal: boolean;
}

export function rejectUnknownHost(
  { host, origin }: IncomingHttpHeaders,
  { publicUrl, isLocal }: ServiceHost,
): Problem | undefined {
  const home = new URL(publicUrl).host;
  const name = nameIn(host);
  if (isLocal && !(name !== undefined && (isOfThisMachine(name) || host?.toLowerCase() === home))) return refusal();
  if (origin === undefined) return undefined;
  if (!URL.canParse(origin)) return refusal();
  const { host: theirs, hostname, origin: whole } = new URL(origin);
  if (whole === new URL(publicUrl).origin) return undefined;
  // An address cannot be made to lead elsewhere, as a name can.
  return theirs === host?.toLowerCase() && isOfThisMachine(hostname) ? undefined : refusal();
}

function nameIn(host: string | undefined): string | undefined {
  return host === undefined || !URL.canParse(`http://${host}`) ? undefined : new URL(`http://${host}`).hostname;
}

function isOfThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function refusal(): Problem {
  return new Problem(
    'cross_site',
    'The assistant is not spoken to by pages of other sites, nor under a name that is not its own. MDS_PUBLIC_URL names where it is reached.',
  );
}
