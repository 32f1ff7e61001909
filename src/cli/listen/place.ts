/**
 * Stores the cursor of a run for the next run. Each feed has its own small file, so that several feeds can be followed
 * in parallel.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomId } from '../../lib/ids.ts';
import type { Json } from '../../lib/json.ts';
import { CommandFailure } from '../command.ts';

export interface PlaceKeeper {
  place(): string | undefined;
  keep(cursor: string): void;
}

/**
 * Creates the store for one feed. `feed` contains everything that identifies the feed; the key in it is stored only as
 * part of a hash.
 */
export function createPlaceKeeper(file: string, feed: Readonly<Record<string, string | undefined>>): PlaceKeeper {
  const name = createHash('sha256').update(JSON.stringify(feed)).digest('hex').slice(0, 16);
  const own = `${file}.${name}`;
  const unfinished = `${own}.${randomId('', 5)}.unfinished`;
  // Earlier versions stored the cursors of all feeds in the file itself.
  let place = readPlaces(own)[name] ?? readPlaces(file)[name];
  // Checked before the first event is sent: without a saved cursor, every run would send the same events again.
  writing(file, () => accessSync(dirname(file), constants.W_OK));
  return {
    place: () => place,
    keep(cursor) {
      if (place === cursor) return;
      // Writes and renames, so that the file is always complete, even after a crash.
      writing(own, () => {
        writeFileSync(unfinished, `${JSON.stringify({ [name]: cursor })}\n`);
        renameSync(unfinished, own);
      });
      place = cursor;
    },
  };

  function writing(what: string, work: () => void): void {
    try {
      work();
    } catch (failure) {
      rmSync(unfinished, { force: true });
      throw new CommandFailure(`${what} cannot be written: ${(failure as Error).message}`);
    }
  }
}

function readPlaces(file: string): Record<string, string> {
  try {
    const places = JSON.parse(readFileSync(file, 'utf8')) as Json;
    if (typeof places === 'object' && places !== null && !Array.isArray(places))
      return places as Record<string, string>;
    throw new Error('it is no JSON object.');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandFailure(`${file} cannot be read as the places of listen: ${(failure as Error).message}`);
  }
}
