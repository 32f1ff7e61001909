/** The same request with a key, for a terminal. The credentials stay in a file, out of the history of the shell. */

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

/** Within single quotes nothing means anything to a shell but their end. */
function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
