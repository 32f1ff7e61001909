import { extname } from 'node:path';

/**
 * Returns the URL of a module next to `base`, for a worker thread. Copies the file extension of `base`: .ts in a clone,
 * .js in the package. The build rewrites imports, but not such names.
 */
export function siblingModule(name: string, base: string): URL {
  return new URL(`./${name}${extname(base)}`, base);
}
