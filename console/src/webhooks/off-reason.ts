/** Returns why a webhook is off, as one of the kinds that need different remedies. */
export function inactiveReason(reason: string | null): 'revoked' | 'gone' | 'failures' {
  if (/^The API key of the integration .* was revoked\.$/.test(reason ?? '')) return 'revoked';
  return /\b410\b/.test(reason ?? '') ? 'gone' : 'failures';
}
