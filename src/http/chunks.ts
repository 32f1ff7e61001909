/** Large answers that are at hand: what hundreds ask for at the same time is not copied for all of them before anybody else gets a word in. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScheduledTurn } from './request-scheduler.ts';

/** What one client that does not read has waiting for it. */
export const CHUNK_BYTES = 64 * 1024;

/** The next step follows when the one before has left, a turn of the event loop later, and in its client's turn. */
export async function* splitIntoChunks(
  bytes: Buffer,
  takeTurn: () => Promise<ScheduledTurn | undefined>,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const turn = await takeTurn();
    // Whoever takes it writes it before the event loop goes on; a client that does not read keeps the turn from nobody.
    const written = nextTurn().then(() => turn?.over(true));
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await written;
  }
}
