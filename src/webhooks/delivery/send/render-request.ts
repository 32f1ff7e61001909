/** A delivery's request as it is shown to people: its headers without the subscriber's secrets, and its body to the byte. */
import { type OutgoingRequest, renderDeliveryHeaders } from './http-sender.ts';

/** Placeholder for a value that only the sender and the receiver know. */
export const MASKED_HEADER_VALUE = '***';

export function renderRequest(request: Omit<OutgoingRequest, 'account' | 'url'>, startedOn: number): string {
  const custom = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const written = renderDeliveryHeaders(request, startedOn);
  const headers: Record<string, string> = {};
  for (let at = 0; at < written.length; at += 2) {
    const name = written[at]!;
    headers[name] = custom.has(name.toLowerCase()) ? MASKED_HEADER_VALUE : written[at + 1]!;
  }
  return `"headers":${JSON.stringify(headers)},"body":${request.body}`;
}
