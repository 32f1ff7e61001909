/**
 * Takes interim answers (1xx) out of what a socket reads. Receivers may send them unasked, and some servers answer every POST
 * with `100 Continue` first; undici passes over the others but breaks the connection at a 100. 101 alone is left in: it
 * would turn the connection into another protocol, which nobody has asked for, and breaks it rightly.
 *
 * What is taken out here, or by undici (the extensions of chunks), never reaches whoever counts what an answer says. So its bytes
 * are counted as they come, and an answer without end ends the connection.
 */
import type { Socket } from 'node:net';

export interface InterimResponseFilter {
  /** Says that the next byte begins an answer. */
  expectAnswer(): void;
}

/** `HTTP/1.1 100` */
const STATUS_LINE_BYTES = 12;
/** Beyond this an interim answer is no longer waited for; undici, shown it, refuses it. */
const MAX_INTERIM_RESPONSE_BYTES = 16_384;
/** Read of one answer with all that goes before it and around it: some times what is read of its head and of its body. */
const MAX_RESPONSE_READ_BYTES = 65_536;

/** Why the connection ended: there is no end to what came. */
export class EndlessResponseError extends Error {
  constructor() {
    super(`More than ${MAX_RESPONSE_READ_BYTES / 1024} KiB came.`);
  }
}

/** From now on `socket.read()`, by which undici reads, does not show them. */
export function skipInterimResponses(socket: Socket): InterimResponseFilter {
  const read = socket.read.bind(socket);
  let expecting = false;
  /** The beginning of an answer that is not yet long enough to be told apart, or of an interim one. */
  let held: Buffer | undefined;
  /** Bytes of this answer. */
  let taken = 0;

  socket.read = (size?: number) => {
    // The stream itself asks for no bytes when it wants more to arrive; what that shows would be lost.
    if (size !== undefined) return read(size);
    for (;;) {
      // Only once what was read before has been looked at: it may hold the status.
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

  /** What there is of a final answer; undefined while there is nothing of it. */
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
