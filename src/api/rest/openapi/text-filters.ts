/** Lists the text filters for the generated clients: for a text, `null` is a word, unless the query has `extFilter`. */
import { recordCollections } from './record-collections.ts';

// biome-ignore lint/suspicious/noExplicitAny: a tree whose shape OpenAPI defines, taken apart in this file only.
type Tree = any;

/** Returns the text filters of each record list, from the schema of its records. */
export function textFilters(document: Tree): [list: string, names: string[]][] {
  return recordCollections(document).map(({ name, record }) => {
    const fields = Object.entries<Tree>(document.components.schemas[record].properties);
    return [`list${name}`, fields.filter(([, field]) => isText(field)).map(([field]) => field)];
  });
}

/** True if the schema is plain text; dates and timestamps have a format. */
function isText(schema: Tree): boolean {
  return [schema.type].flat().includes('string') && schema.enum === undefined && schema.format === undefined;
}
