/**
 * Removes interim answers (1xx) from what a socket reads. Receivers may send them at any time, and some servers answer
 * every POST with `100 Continue` first. undici ignores the others but breaks the connection at a 100. Only 101 is left
 * in: it would switch the connection to another protocol, which was never requested, so it rightly breaks the
 * connection.
 *
 * Bytes removed here, or by undici (the extensions of chunks), never reach the code that counts the bytes of an answer.
 * So they are counted as they arrive, and an endless answer ends the connection.
 */
import type { Socket } from 'node:net';

export interface InterimResponseFilter {
  /** Announces that the next byte begins an answer. */
  expectAnswer(): void;
}

/** `HTTP/1.1 100` */
const STATUS_LINE_BYTES = 12;
/** Maximum size of an interim answer that is held back; a larger one is passed to undici, which refuses it. */
const MAX_INTERIM_RESPONSE_BYTES = 16_384;
/**
 * Maximum bytes read of one answer with everything before and around it: several times what is read of its head and
 * body.
 */
const MAX_RESPONSE_READ_BYTES = 65_536;

/** Error of a connection that was ended because its answer was endless. */
export class EndlessResponseError extends Error {
  constructor() {
    super(`More than ${MAX_RESPONSE_READ_BYTES / 1024} KiB came.`);
  }
}

/** Filters interim answers out of `socket.read()`, which undici uses to read. */
export function skipInterimResponses(socket: Socket): InterimResponseFilter {
  const read = socket.read.bind(socket);
  let expecting = false;
  /** Beginning of an answer that is too short to classify, or of an interim answer. */
  let held: Buffer | undefined;
  /** Bytes of this answer. */
  let taken = 0;

  socket.read = (size?: number) => {
    // The stream itself asks for no bytes when it wants more to arrive; what that shows would be lost.
    if (size !== undefined) return read(size);
    for (;;) {
      // Checked only after the previous bytes have been processed: they may contain the status.
      if (taken > MAX_RESPONSE_READ_BYTES) {
        socket.destroy(new EndlessResponseError());
        return null;
      }
      const chunk: Buffer | null = read();
      taken += chunk?.length ?? 0;
      if (chunk === null || !expecting) return chunk;
      const shown = beginning(held === undefined ? chunk : Buffer.concat([held, chunk]));
      if (shown !== undefined) return shown;
    }
  };

  /** Returns the final answer as far as it has arrived; undefined if none of it has. */
  function beginning(bytes: Buffer): Buffer | undefined {
    let rest = bytes;
    while (rest.length >= STATUS_LINE_BYTES && isInterim(rest)) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return rest.length < MAX_INTERIM_RESPONSE_BYTES ? hold(rest) : show(rest);
      rest = rest.subarray(end + 4);
    }
    return rest.length < STATUS_LINE_BYTES ? hold(rest) : show(rest);
  }

  function hold(bytes: Buffer): undefined {
    held = bytes;
  }

  function show(bytes: Buffer): Buffer {
    held = undefined;
    expecting = false;
    return bytes;
  }

  return {
    expectAnswer() {
      held = undefined;
      expecting = true;
      taken = 0;
    },
  };
}

function isInterim(bytes: Buffer): boolean {
  if (bytes[9] !== ASCII_ONE) return false;
  const status = bytes.toString('latin1', 0, STATUS_LINE_BYTES);
  return /^HTTP\/1\.[01] 1\d\d$/.test(status) && !status.endsWith('101');
}
const ASCII_ONE = 0x31;
