import { TEST_KEY } from './keys.ts';

/**
 * What a child process of a test gets from this one: where programs are, what was compiled once (a start takes a third of the time with
 * it), and the key of secrets. It ends without draining, unless its test is about that.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    MDS_SECRETS_KEY: TEST_KEY,
    MDS_DRAIN_MS: '0',
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  };
}
