/** The credentials of a new key as code that runs: for a shell, a file of settings, Node and Python. */
export interface Credentials {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

export interface Snippet {
  readonly name: string;
  readonly code: string;
}

/** `base` is the address of the service, without a slash at its end. */
export function snippetsFor(base: string, credentials: Credentials): Snippet[] {
  return [
    { name: 'curl', code: curl(base, credentials) },
    { name: '.env', code: dotEnv(base, credentials) },
    { name: 'Node', code: node(base, credentials) },
    { name: 'Python', code: python(base, credentials) },
  ];
}

export function dotEnv(base: string, { apiKey, vaultSecret, shardID }: Credentials): string {
  return `MDS_URL=${base}\nMDS_API_KEY=${apiKey}\nMDS_VAULT_SECRET=${vaultSecret}\nMDS_SHARD_ID=${shardID}\n`;
}

function curl(base: string, { apiKey, vaultSecret, shardID }: Credentials): string {
  const headers = [`apiKey: ${apiKey}`, `vaultSecret: ${vaultSecret}`, `shardID: ${shardID}`];
  const given = headers.map((header) => `-H ${shellQuoted(header)}`).join(' \\\n  ');
  return ['/api/Me', '/api/Tasks?take=2'].map((path) => `curl ${shellQuoted(base + path)} \\\n  ${given}`).join('\n\n');
}

function node(base: string, credentials: Credentials): string {
  return `const answer = await fetch(${JSON.stringify(`${base}/api/Tasks?take=2`)}, {
  headers: ${JSON.stringify(credentials, null, 2).replaceAll('\n', '\n  ')},
});
console.log(answer.status, await answer.json());
`;
}

function python(base: string, credentials: Credentials): string {
  return `import json, urllib.request

request = urllib.request.Request(${JSON.stringify(`${base}/api/Tasks?take=2`)}, headers=${JSON.stringify(credentials, null, 4)})
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))
`;
}

/** As one word of a POSIX shell, whatever stands in it. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
