/**
 * Protects against DNS rebinding: an open web page can send requests to a service on the same machine or network, under
 * a host name that resolves there. So browsers are accepted only from our own pages. A service that only its own
 * machine can reach must be addressed by a name of this machine.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../problems.ts';

export interface ServiceHost {
  readonly publicUrl: string;
  /** True if only programs on this machine can reach the service. */
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
  // Unlike a name, an IP address cannot be made to resolve elsewhere.
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
