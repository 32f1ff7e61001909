/** Why a webhook is off, of the kinds that are mended in different ways. */
export function inactiveReason(reason: string | null): 'revoked' | 'gone' | 'failures' {
  if (/^The API key of the integration .* was revoked\.$/.test(reason ?? '')) return 'revoked';
  return /\b410\b/.test(reason ?? '') ? 'gone' : 'failures';
}
