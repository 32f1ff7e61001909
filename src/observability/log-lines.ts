/**
 * The way of the lines to the output of the process. A write each would cost as much as the request, so they are gathered as bytes and written
 * four times a second or when there are 64 KiB of them; what went wrong is written at once, with all that was gathered before it.
 * A process that ends by itself, even by an uncaught error, loses none; one that is killed loses the last quarter of a second.
 * Lines that cannot be written, because the disk is full or nobody reads them any more, are dropped and counted: a service that cannot tell
 * what it does does it all the same.
 */
import { write, writeSync } from 'node:fs';

export interface LogLines {
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
const MAX_WAIT_MS = 250;
/** UTF-8 takes no more of one character. */
const BYTES_OF_CHARACTER = 3;

export function gatherLines(destination: Destination): LogLines {
  const room = Buffer.allocUnsafeSlow(ROOM);
  let used = 0;
  setInterval(pass, MAX_WAIT_MS).unref();
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

/** More waits for nobody who reads too slowly. */
const MAX_WAITING = 16 * 1024 * 1024;
/** A pipe that is full is tried again after so long; at the end of the process so often, while nothing of it is taken. */
const PAUSE_MS = 50;
const LAST_TRIES = 40;
const NEWLINE = 10;

/**
 * It writes beside the event loop: whoever reads the lines slowly holds nobody up. `fd` is that of process.stdout or stderr: looked at once, they
 * have made of a pipe one that says when it is full; a write to any other would hold its thread, and the end of the process, up. `tellLost` is
 * the line that says how many are missing.
 */
export function outputTo({ fd }: { readonly fd: number }, tellLost: (lines: number) => string): Destination {
  let waiting: Buffer[] = [];
  let bytesWaiting = 0;
  /** What is left of that which is being written, and how many lost lines it tells of. */
  let current = Buffer.alloc(0);
  let told = 0;
  let lost = 0;
  let isCut = false;
  let isUnderWay = false;
  let isHurried = false;
  return {
    write(bytes) {
      if (bytesWaiting > MAX_WAITING) {
        lost += linesIn(bytes);
        return;
      }
      waiting.push(bytes);
      bytesWaiting += bytes.length;
      if (isHurried) writeAllNow();
      else writeOn();
    },
    hurry() {
      isHurried = true;
      // It is on its way in any case.
      if (isUnderWay) current = Buffer.alloc(0);
      writeAllNow();
    },
  };

  function writeOn(): void {
    if (isUnderWay || !hasMore()) return;
    isUnderWay = true;
    write(fd, current, (failure, count) => {
      isUnderWay = false;
      if (isHurried) return;
      if (failure !== null && passesByItself(failure)) {
        // Whoever does not read keeps nobody from ending: the rest is tried then.
        setTimeout(writeOn, PAUSE_MS).unref();
        return;
      }
      if (failure === null) taken(count);
      else refused();
      writeOn();
    });
  }

  function writeAllNow(): void {
    let tries = 0;
    while (hasMore()) {
      try {
        taken(writeSync(fd, current));
        tries = 0;
      } catch (failure) {
        if (!passesByItself(failure as NodeJS.ErrnoException) || ++tries > LAST_TRIES) refused();
        else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }

  /** Whether there is anything to write; `current` is what comes next. */
  function hasMore(): boolean {
    if (current.length > 0) return true;
    if (waiting.length === 0) return false;
    told = lost;
    if (told > 0) {
      current = Buffer.from(`${isCut ? '\n' : ''}${tellLost(told)}`);
    } else {
      current = Buffer.concat(waiting);
      waiting = [];
      bytesWaiting = 0;
    }
    return true;
  }

  function taken(count: number): void {
    if (count > 0) isCut = current[count - 1] !== NEWLINE;
    current = current.subarray(count);
    if (current.length === 0) lost -= told;
  }

  /** What was not written will not be: a disk may be full for days. The next line tries again. */
  function refused(): void {
    lost += (told > 0 ? 0 : linesIn(current)) + waiting.reduce((sum, bytes) => sum + linesIn(bytes), 0);
    current = Buffer.alloc(0);
    waiting = [];
    bytesWaiting = 0;
  }
}

function passesByItself({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EAGAIN' || code === 'EBUSY';
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
