/**
 * Code samples that verify a delivery's signature, as in docs/webhooks.md. They read the secret from the environment.
 */
import type { CodeSnippet } from '../integrations/snippets.ts';
import { quoteForShell } from '../integrations/snippets.ts';

export function createVerificationSnippets(signingSecret: string): CodeSnippet[] {
  return [
    { name: 'Node', code: node },
    { name: 'Python', code: python },
    { name: '.env', code: `WEBHOOK_SECRET=${signingSecret}\n` },
  ];
}

const node = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes as they came; answer 401 where this is false.
export function isGenuine(headers, body, secret = process.env.WEBHOOK_SECRET ?? '') {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (!id || key.length === 0 || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

const python = `import base64, hashlib, hmac, os, re, time

# body: the bytes as they came; answer 401 where this is false.
def is_genuine(headers, body, secret=os.environ["WEBHOOK_SECRET"]):
    id, timestamp, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not id or not key or not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures.split(" "))
`;

/** Returns a curl command that sends a delivery. Hidden values stay hidden. */
export function createDeliveryCurl(targetUrl: string, { headers, body }: { headers: object; body: unknown }): string {
  const given = Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`);
  return [
    `curl -X POST ${quoteForShell(targetUrl)}`,
    ...given,
    `--data-raw ${quoteForShell(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}
