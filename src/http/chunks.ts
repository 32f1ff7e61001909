/**
 * Splits large finished responses into chunks. If hundreds of clients request one at the same time, it is not copied
 * for all of them before other requests run.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScheduledTurn } from './request-scheduler.ts';

/** Maximum bytes that are queued for a client that does not read. */
export const CHUNK_BYTES = 64 * 1024;

/**
 * Yields the chunks one by one. Each waits until the previous one has been sent, for one turn of the event loop, and
 * for its client's turn.
 */
export async function* splitIntoChunks(
  bytes: Buffer,
  takeTurn: () => Promise<ScheduledTurn | undefined>,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const turn = await takeTurn();
    // The consumer writes the chunk before the event loop continues; a client that does not read does not block the
    // turn.
    const written = nextTurn().then(() => turn?.over(true));
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await written;
  }
}
