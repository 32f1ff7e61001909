/** Reads the pages of a service's feed one after the other, without end, and retries failed requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../command.ts';
import { redirected } from '../redirected.ts';
import type { FeedChange } from './events.ts';

export interface FeedOptions {
  readonly url: string;
  readonly credentials: Readonly<Record<'apiKey' | 'vaultSecret' | 'shardID', string>>;
  readonly entityType: string | undefined;
  readonly action: string | undefined;
  /** A cursor, `now` or `start`. */
  readonly since: string;
  /** True to stop at the current end of the feed. */
  readonly once: boolean;
  readonly stopped: AbortSignal;
  readonly onTrouble: (message: string) => void;
}

export interface ReceivedFeedPage {
  readonly changes: readonly FeedChange[];
  /** Cursor after this page. */
  readonly next: string;
}

const WAIT_S = 30;
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];

/** Returns the delay in milliseconds before the next retry. `failures` counts consecutive failures from 1. */
export function pauseAfter(failures: number): number {
  return PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]!;
}

export async function* followFeed(options: FeedOptions): AsyncGenerator<ReceivedFeedPage> {
  const { stopped, onTrouble, once } = options;
  let path = pathFrom(options.since, options);
  /** Cursor of the end of the feed at the start; undefined until it is known. */
  let end: string | undefined;
  for (let failures = 0; !stopped.aborted; ) {
    try {
      if (once) end ??= (await ask(options, END)).next;
      const page = await ask(options, path);
      failures = 0;
      path = pathFrom(page.next, options);
      yield page;
      // An empty page may not be the last: the service skips only a limited number of filtered changes per page.
      if (end !== undefined && page.changes.length === 0 && page.next >= end) return;
    } catch (failure) {
      if (failure instanceof CommandFailure) throw failure;
      if (stopped.aborted) return;
      onTrouble(`${(failure as Error).message}; trying again`);
      await sleep(pauseAfter(++failures), undefined, { signal: stopped }).catch(() => {});
    }
  }
}

/** Path that returns the cursor of the current end. Cursors of one log sort in the order of its changes. */
const END = '/api/Changes?after=now&take=1';

async function ask({ url, credentials, stopped }: FeedOptions, path: string): Promise<ReceivedFeedPage> {
  const answer = await fetch(url + path, { redirect: 'manual', headers: { ...credentials }, signal: stopped });
  const text = await answer.text();
  if (answer.status >= 500 || answer.status === 429) throw new Error(`${answer.status} ${detailOf(text)}`);
  if (!answer.ok) throw new CommandFailure(redirected(answer) ?? `${url} refuses to be followed: ${detailOf(text)}`);
  const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  if (next === undefined) throw new CommandFailure(`${url} does not answer like this service.`);
  const changes = JSON.parse(text) as FeedChange[];
  return { changes, next: new URL(next, url).searchParams.get('after')! };
}

/**
 * Returns the path of the next page. A request for `now` does not wait: if it failed or ended before its response, the
 * retry would start at a later `now`.
 */
function pathFrom(since: string, { entityType, action, once }: FeedOptions): string {
  const query = new URLSearchParams({ wait: once || since === 'now' ? '0' : String(WAIT_S) });
  if (since !== 'start') query.set('after', since);
  if (entityType !== undefined) query.set('entityType', entityType);
  if (action !== undefined) query.set('action', action);
  return `/api/Changes?${query}`;
}

function detailOf(text: string): string {
  try {
    return (JSON.parse(text) as { detail?: string }).detail ?? text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
