/**
 * Builds the curl command for a request. The API key stays in the file `key`, so that it does not enter the shell
 * history.
 */

export function createCurlCommand(
  origin: string,
  path: string,
  request: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const { method = 'GET', headers = {}, body } = request;
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    '-H @key',
    ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ['-d', shell(body)]),
    shell(`${origin}${path}`),
  ];
  return parts.join(' ');
}

/** Quotes a text for a shell. Inside single quotes, only the closing quote is special. */
function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
