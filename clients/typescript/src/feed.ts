/** Every change from a place in the log on, for as long as somebody reads. */
import type { ChangeWithData } from './api.ts';
import { nextOf } from './pages.ts';
import { Refusal } from './refusal.ts';
import { type AnyRequest, type Connection, LONGEST_MS, optionsOf, pathOf, sendTo } from './request.ts';
import { backOff } from './retry.ts';

/** Seconds that the service holds a request back when there is nothing. */
const WAIT = 25;
/** It holds none back for longer. */
const LONGEST_WAIT = 60;

/**
 * What breaks or is refused for the moment is asked again from where it was, however long it takes; a refusal that stays one, such as a
 * cursor that has expired, is thrown. Keep `change` of the last entry you have dealt with and give it as `after` next time.
 */
export async function* changes(
  connection: Connection,
  query: object,
  request: Pick<AnyRequest, 'signal'>,
): AsyncGenerator<ChangeWithData> {
  const { sleep, random } = optionsOf(connection);
  const { wait = WAIT, ...others } = query as { readonly wait?: unknown; readonly after?: unknown };
  const asked = { ...others, wait };
  const patient = { ...connection, timeoutMs: (connection.timeoutMs ?? LONGEST_MS) + heldBackMs(asked.wait) };
  // From now on is asked for without waiting: repeated after it broke, it would begin at a later now.
  const isFromNow = String(asked.after).toLowerCase() === 'now';
  // Before anything is sent: what is wrong with it would be wrong each time.
  let next = pathOf('listChanges', { query: isFromNow ? { ...asked, wait: 0 } : asked });
  for (let failed = 0; ; ) {
    try {
      const page = await sendTo(patient, 'GET', next, request);
      failed = 0;
      next = (nextOf(page.headers.get('link')) ?? next).replace(/([?&]wait=)0(?=&|$)/, `$1${asked.wait}`);
      yield* page.data as readonly ChangeWithData[];
    } catch (failure) {
      request.signal?.throwIfAborted();
      if (failure instanceof Refusal && failure.status < 500 && failure.status !== 429) throw failure;
      failed++;
      await sleep(backOff(failed, random()), request.signal);
    }
  }
}

/** What the service would refuse counts for nothing: it is for the service to say so. */
function heldBackMs(wait: unknown): number {
  const seconds = Number(wait);
  return seconds > 0 && seconds <= LONGEST_WAIT ? seconds * 1000 : 0;
}
