/** A client of the stream of changes: server-sent events as they come, until it is closed or the service ends them. */
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './app.ts';

export interface StreamEvent {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into entries of many shapes.
  readonly data: any;
}

export interface EventStream {
  readonly status: number;
  /** The first `count` events; fails after `withinMs`. */
  events(count: number, withinMs?: number): Promise<readonly StreamEvent[]>;
  /** Resolves with everything it was told once the stream has ended. */
  readonly ended: Promise<string>;
  close(): void;
}

export async function openStream(
  t: TestContext,
  url: string,
  { credentials }: Pick<Client, 'credentials'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const closing = new AbortController();
  t.after(() => closing.abort());
  const response = await fetch(url + path, {
    headers: { ...credentials, accept: 'text/event-stream', ...headers },
    signal: closing.signal,
  });
  const found: StreamEvent[] = [];
  let text = '';
  let rest = '';
  let waiting: (() => void) | undefined;
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body!) {
      const more = decoder.decode(piece, { stream: true });
      text += more;
      rest += more;
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const id = /^id: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (id !== undefined && data !== undefined) found.push({ id, data: JSON.parse(data) });
      }
      waiting?.();
    }
    return text;
  })();
  ended.catch(() => {});
  return {
    status: response.status,
    ended,
    async events(count, withinMs = 10_000) {
      const until = Date.now() + withinMs;
      while (found.length < count) {
        if (Date.now() > until) throw new Error(`${found.length} of ${count} events came`);
        await new Promise<void>((resolve) => {
          waiting = resolve;
          setTimeout(resolve, 50);
        });
      }
      return found;
    },
    close: () => closing.abort(),
  };
}

/**
 * Resolves once the feed has the first change of a new account, its admin. On PostgreSQL a change is told when no older transaction
 * is open, of whatever account, so `after=now` may still begin before it.
 */
export async function adminHeardOf(client: Pick<Client, 'get'>): Promise<void> {
  while ((await client.get('/api/Changes?take=1')).json.length === 0) await pause(10);
}
