import { extname } from 'node:path';

/**
 * Names a module in the folder of the one at `base`, for a worker thread: by the ending of that one, which is .ts in a clone and .js in the
 * package. What packs the service rewrites imports, not such names.
 */
export function siblingModule(name: string, base: string): URL {
  return new URL(`./${name}${extname(base)}`, base);
}
