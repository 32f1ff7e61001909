/**
 * What changes in the account, heard by one tab of the browser and told to the others. While the stream is up it is live; 45 seconds without
 * one, it is asked every 15 seconds instead, until the stream is up again.
 */
import { ask } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { reached } from '../../api/reach.ts';
import { sessionEnded } from '../../api/session-ended.ts';
import { type Change, followChanges } from './stream.ts';

export type LiveState = 'connecting' | 'live' | 'polling';
/** `missed`: there were changes that nobody will tell of any more. */
export type Told = { readonly change: Change } | { readonly state: LiveState } | { readonly missed: true };

const SILENCE = 45_000;
const POLL = 15_000;
const AGAIN = 2_000;

/** Until `signal`. Where the browser has no locks (plain http from elsewhere), every tab hears for itself. */
export async function follow(
  account: string,
  personID: number,
  tell: (told: Told) => void,
  signal: AbortSignal,
): Promise<void> {
  // What one person may hear of is not told to tabs of another.
  const name = `mds.live.${account}.${personID}`;
  const others = new BroadcastChannel(name);
  let state: LiveState = 'connecting';
  let leads = false;
  const tellAll = (told: Told) => {
    if ('state' in told) state = told.state;
    tell(told);
    others.postMessage(told);
  };
  others.onmessage = ({ data }: MessageEvent<Told | 'state?'>) => {
    if (data !== 'state?') return tell(data);
    if (leads) others.postMessage({ state } satisfies Told);
  };
  signal.addEventListener('abort', () => others.close());
  others.postMessage('state?');
  const lead = () => {
    leads = true;
    return listen(account, tellAll, signal);
  };
  if (navigator.locks === undefined) return lead();
  await navigator.locks.request(name, { signal }, lead).catch(() => undefined);
}

async function listen(account: string, tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  let place = 'now';
  let heard = Date.now();
  let isUp = false;
  let attempt: AbortController | undefined;
  const onSign = (at: string | undefined) => {
    heard = Date.now();
    if (at !== undefined) place = at;
  };
  const watch = setInterval(() => {
    if (Date.now() - heard < SILENCE) return;
    attempt?.abort();
    isUp = false;
    tell({ state: 'polling' });
    void poll();
  }, POLL);
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    attempt?.abort();
  });
  while (!signal.aborted) {
    attempt = new AbortController();
    const status = await followChanges({
      account,
      after: place,
      onOpen() {
        isUp = true;
        heard = Date.now();
        reached(true);
        tell({ state: 'live' });
      },
      onSign,
      onChange: (change) => tell({ change }),
      signal: attempt.signal,
    });
    if (signal.aborted) return;
    if (isUp) tell({ state: 'connecting' });
    isUp = false;
    if (status === 0 && !attempt.signal.aborted) await sees();
    if (status === 401) sessionEnded();
    if (status === 410) {
      place = 'now';
      tell({ missed: true });
    }
    await pause(status === 401 ? POLL : AGAIN, signal);
  }

  /** Whether it is the stream alone, or the service. */
  async function sees(): Promise<void> {
    await ask('GET', '/Setup', { open: true });
  }

  async function poll(): Promise<void> {
    const reply = await ask<readonly Change[]>(
      'GET',
      `/${account}/Changes?after=${encodeURIComponent(place)}&take=1000`,
    );
    if (reply instanceof Problem || signal.aborted) return;
    place = /[?&]after=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1] ?? place;
    for (const change of reply.body) tell({ change });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
