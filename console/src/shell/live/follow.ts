/**
 * Live changes of the account, received by one browser tab and shared with the others. After 45 seconds without the
 * stream, it polls every 15 seconds until the stream is back.
 */
import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import { reportReachable } from '../../api/reach.ts';
import { notifySessionEnded } from '../../api/session-ended.ts';
import { type RecordChange, readChangeStream } from './stream.ts';

export type LiveState = 'connecting' | 'live' | 'polling';
/** `missed`: there were changes that nobody will tell of any more. */
export type LiveMessage = { readonly change: RecordChange } | { readonly state: LiveState } | { readonly missed: true };

const STREAM_SILENCE_MS = 45_000;
const POLL_INTERVAL_MS = 15_000;
const RECONNECT_DELAY_MS = 2_000;

/** Until `signal`. Where the browser has no locks (plain http from elsewhere), every tab hears for itself. */
export async function followAccount(
  account: string,
  personID: number,
  tell: (told: LiveMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  // What one person may hear of is not told to tabs of another.
  const name = `mds.live.${account}.${personID}`;
  const others = new BroadcastChannel(name);
  let state: LiveState = 'connecting';
  let leads = false;
  const tellAll = (told: LiveMessage) => {
    if ('state' in told) state = told.state;
    tell(told);
    others.postMessage(told);
  };
  others.onmessage = ({ data }: MessageEvent<LiveMessage | 'state?'>) => {
    if (data !== 'state?') return tell(data);
    if (leads) others.postMessage({ state } satisfies LiveMessage);
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

async function listen(account: string, tell: (told: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let place = 'now';
  let heard = Date.now();
  let isUp = false;
  let attempt: AbortController | undefined;
  const onSign = (at: string | undefined) => {
    heard = Date.now();
    if (at !== undefined) place = at;
  };
  const watch = setInterval(() => {
    if (Date.now() - heard < STREAM_SILENCE_MS) return;
    attempt?.abort();
    isUp = false;
    tell({ state: 'polling' });
    void poll();
  }, POLL_INTERVAL_MS);
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    attempt?.abort();
  });
  while (!signal.aborted) {
    attempt = new AbortController();
    const status = await readChangeStream({
      account,
      after: place,
      onOpen() {
        isUp = true;
        heard = Date.now();
        reportReachable(true);
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
    if (status === 401) notifySessionEnded();
    if (status === 410) {
      place = 'now';
      tell({ missed: true });
    }
    await pause(status === 401 ? POLL_INTERVAL_MS : RECONNECT_DELAY_MS, signal);
  }

  /** Whether it is the stream alone, or the service. */
  async function sees(): Promise<void> {
    await callApi('GET', '/Setup', { open: true });
  }

  async function poll(): Promise<void> {
    const reply = await callApi<readonly RecordChange[]>(
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
