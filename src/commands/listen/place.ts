/** Where a run has come to, for the next one: a small file, of several feeds where several are followed. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { CommandFailure } from '../command.ts';

export interface PlaceKeeper {
  place(): string | undefined;
  keep(cursor: string): void;
}

/** `feed`: what makes this feed this one; the key in it is not written down. */
export function makePlaceKeeper(file: string, feed: Readonly<Record<string, string | undefined>>): PlaceKeeper {
  const name = createHash('sha256').update(JSON.stringify(feed)).digest('hex').slice(0, 16);
  const places = readPlaces(file);
  return {
    place: () => places[name],
    keep(cursor) {
      if (places[name] === cursor) return;
      places[name] = cursor;
      // Whole or not at all, whatever happens meanwhile.
      writeFileSync(`${file}.new`, `${JSON.stringify(places, null, 2)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

function readPlaces(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandFailure(`${file} cannot be read as the places of listen: ${(failure as Error).message}`);
  }
}
