/** The key that tests encrypt secrets with, where they do not say otherwise: PostgreSQL needs one. */
export const TEST_KEY = Buffer.alloc(32, 7).toString('base64');
export const testKeys = [Buffer.from(TEST_KEY, 'base64')];
