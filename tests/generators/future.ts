/** The service as it may be one day: whatever it answers holds a field more. A client that was written today must not mind. */
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startFuture(url: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { 'accept-encoding': _, ...headers } = request.headers;
    const onward = ask(url + request.url, { method: request.method!, headers }, async (answer) => {
      const text = await textOf(answer);
      const { 'content-length': _, ...kept } = answer.headers;
      response.writeHead(answer.statusCode!, kept);
      response.end(text === '' ? text : JSON.stringify(withFuture(JSON.parse(text))));
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function withFuture(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFuture);
  return typeof value === 'object' && value !== null ? { ...value, FieldOfTheFuture: { since: 2030 } } : value;
}
