/**
 * Caches schemas by set of readable types, not by key: there are few sets, and building a schema takes longer than a
 * query.
 */
import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../accounts/caller.ts';
import { RecentlyUsed } from '../../accounts/recently-used.ts';
import { recordTypes } from '../../catalogue/index.ts';
import { createSchema } from './schema.ts';

/** The seven areas with records make 128 sets, of which a house uses a handful. */
const MAX_CACHED_SCHEMAS = 32;

export function createSchemaCache(): (caller: Pick<Caller, 'permissions'>) => GraphQLSchema {
  const schemas = new RecentlyUsed<GraphQLSchema>(MAX_CACHED_SCHEMAS);
  // A key's permissions are one object for as long as the key is known here.
  const byCaller = new WeakMap<Caller['permissions'], GraphQLSchema>();
  return ({ permissions }) => {
    const own = byCaller.get(permissions) ?? find(permissions);
    byCaller.set(permissions, own);
    return own;
  };

  function find(permissions: Caller['permissions']): GraphQLSchema {
    const readable = recordTypes.filter(({ name }) => permissions[name].read);
    const key = readable.map(({ name }) => name).join();
    const known = schemas.get(key);
    if (known !== undefined) return known;
    const made = createSchema(readable);
    schemas.set(key, made);
    return made;
  }
}
