/**
 * Returns the error message for a redirect. Redirects are not followed: the credentials would go to the target, and a
 * POST would become a GET.
 */
export function redirected({ status, headers }: Response): string | undefined {
  const to = headers.get('location');
  if (status < 300 || status > 399 || to === null) return undefined;
  return `The address leads to ${to}, and nothing was sent there. Give the address of the service itself.`;
}
