/** An address that leads elsewhere is not followed: the credentials would go wherever it leads, and a POST there would become a GET. */
export function redirected({ status, headers }: Response): string | undefined {
  const to = headers.get('location');
  if (status < 300 || status > 399 || to === null) return undefined;
  return `The address leads to ${to}, and nothing was sent there. Give the address of the service itself.`;
}
