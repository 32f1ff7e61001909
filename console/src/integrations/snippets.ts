/** The credentials of a new key as code that runs: for a shell, a file of settings, Node and Python. */
export interface IntegrationCredentials {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

export interface CodeSnippet {
  readonly name: string;
  readonly code: string;
}

/** `base` is the address of the service, without a slash at its end. */
export function createSnippets(base: string, credentials: IntegrationCredentials): CodeSnippet[] {
  return [
    { name: 'curl', code: curl(base, credentials) },
    { name: '.env', code: dotEnv(base, credentials) },
    { name: 'Node', code: node(base, credentials) },
    { name: 'Python', code: python(base, credentials) },
  ];
}

export function dotEnv(base: string, { apiKey, vaultSecret, shardID }: IntegrationCredentials): string {
  return `MDS_URL=${base}\nMDS_API_KEY=${apiKey}\nMDS_VAULT_SECRET=${vaultSecret}\nMDS_SHARD_ID=${shardID}\n`;
}

function curl(base: string, { apiKey, vaultSecret, shardID }: IntegrationCredentials): string {
  const headers = [`apiKey: ${apiKey}`, `vaultSecret: ${vaultSecret}`, `shardID: ${shardID}`];
  const given = headers.map((header) => `-H ${quoteForShell(header)}`).join(' \\\n  ');
  return ['/api/Me', '/api/Tasks?take=2']
    .map((path) => `curl ${quoteForShell(base + path)} \\\n  ${given}`)
    .join('\n\n');
}

function node(base: string, credentials: IntegrationCredentials): string {
  return `const answer = await fetch(${JSON.stringify(`${base}/api/Tasks?take=2`)}, {
  headers: ${JSON.stringify(credentials, null, 2).replaceAll('\n', '\n  ')},
});
console.log(answer.status, await answer.json());
`;
}

function python(base: string, credentials: IntegrationCredentials): string {
  return `import json, urllib.request

request = urllib.request.Request(${JSON.stringify(`${base}/api/Tasks?take=2`)}, headers=${JSON.stringify(credentials, null, 4)})
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))
`;
}

/** Quotes a text as one word for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
