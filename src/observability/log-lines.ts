/**
 * Writes log lines to the output of the process. One write per line would cost as much as the request itself, so lines
 * are buffered as bytes. The buffer is written four times a second or when it contains 64 KiB. Errors are written
 * immediately, together with everything buffered before them. A process that exits by itself, even after an uncaught
 * error, loses no line. A process that is killed loses the last quarter of a second. Lines that cannot be written,
 * because the disk is full or the reader has closed, are dropped and counted. The service keeps running even if it
 * cannot log.
 */
import { write, writeSync } from 'node:fs';

export interface LogLines {
  write(line: string): void;
  /** Writes this line and everything buffered before it, without waiting for more lines. */
  writeNow(line: string): void;
}

/** The output for the bytes. It owns every buffer that is passed to it. */
export interface Destination {
  write(bytes: Buffer): void;
  /** Makes all writes synchronous from now on, and writes everything still queued. */
  hurry(): void;
}

const ROOM = 64 * 1024;
const MAX_WAIT_MS = 250;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
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

/** Maximum number of bytes queued for a slow reader; further lines are dropped. */
const MAX_WAITING = 16 * 1024 * 1024;
/**
 * Delay before retrying a full pipe. When the process exits, `LAST_TRIES` limits the retries in a row that write
 * nothing.
 */
const PAUSE_MS = 50;
const LAST_TRIES = 40;
const NEWLINE = 10;

/**
 * Writes asynchronously, so that a slow reader does not block the event loop. `fd` must belong to process.stdout or
 * process.stderr: accessing either once sets a pipe to non-blocking mode, so that a full pipe reports an error. A write
 * to any other pipe would block its thread and the exit of the process. `tellLost` returns the line that reports how
 * many lines are missing.
 */
export function outputTo({ fd }: { readonly fd: number }, tellLost: (lines: number) => string): Destination {
  let waiting: Buffer[] = [];
  let bytesWaiting = 0;
  /** The rest of the bytes being written, and the number of lost lines they report. */
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
      // The asynchronous write of these bytes has already started.
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
        // A slow reader must not keep the process alive: the exit handler writes the rest.
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

  /** True if there is anything to write; sets `current` to the next bytes. */
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

  /** Drops and counts everything queued: a disk may stay full for days. The next line tries again. */
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
