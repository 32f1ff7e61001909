/**
 * The way of the lines to standard output. A write each would cost as much as the request, so they are gathered as bytes and written
 * four times a second or when there are 64 KiB of them; what went wrong is written at once, with all that was gathered before it.
 * A process that ends by itself, even by an uncaught error, loses none; one that is killed loses the last quarter of a second.
 */
import { pino } from 'pino';

export interface Lines {
  write(line: string): void;
  /** With all that was gathered before it, and without waiting for more. */
  writeNow(line: string): void;
}

/** Where bytes go; they are the destination's from then on. */
export interface Destination {
  write(bytes: Buffer): void;
  /** From now on all is written before it returns, what was given before included. */
  hurry(): void;
}

const ROOM = 64 * 1024;
const LONGEST_WAIT_MS = 250;
/** UTF-8 takes no more of one character. */
const BYTES_OF_CHARACTER = 3;

export function gatherLines(destination: Destination): Lines {
  const room = Buffer.allocUnsafeSlow(ROOM);
  let used = 0;
  setInterval(pass, LONGEST_WAIT_MS).unref();
  process.once('exit', () => {
    destination.hurry();
    pass();
  });
  return {
    write,
    writeNow(line) {
      write(line);
      pass();
    },
  };

  function write(line: string): void {
    const most = line.length * BYTES_OF_CHARACTER;
    if (used + most > ROOM) pass();
    if (most > ROOM) destination.write(Buffer.from(line));
    else used += room.write(line, used);
  }

  function pass(): void {
    if (used === 0) return;
    destination.write(Buffer.from(room.subarray(0, used)));
    used = 0;
  }
}

/** It writes beside the event loop: whoever reads the lines slowly holds nobody up. */
export function standardOutput(): Destination {
  // Options and properties that are there, and are missing in its types.
  const output = pino.destination({ sync: false, contentMode: 'buffer' } as object) as unknown as {
    sync: boolean;
    write(bytes: Buffer): boolean;
    flushSync(): void;
  };
  return {
    write(bytes) {
      output.write(bytes);
      if (output.sync) output.flushSync();
    },
    hurry() {
      output.sync = true;
      output.flushSync();
    },
  };
}
