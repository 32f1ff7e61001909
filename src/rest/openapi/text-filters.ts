/** Which filters are texts, as the clients know it: of a text `null` is a word, unless the query has `extFilter`. */

// biome-ignore lint/suspicious/noExplicitAny: a tree whose shape OpenAPI defines, taken apart in this file only.
type Tree = any;

/** Of each list of records, from the schema of its records. */
export function textFilters(document: Tree): [list: string, names: string[]][] {
  return Object.values<Tree>(document.paths).flatMap(({ get, post }): [string, string[]][] => {
    if (get === undefined || post?.operationId !== `create${post?.tags[0]}`) return [];
    const name = get.responses['200'].content['application/json'].schema.items.$ref.split('/').at(-1);
    const fields = Object.entries<Tree>(document.components.schemas[name].properties);
    return [[get.operationId, fields.filter(([, field]) => isText(field)).map(([field]) => field)]];
  });
}

/** Dates and timestamps have a format. */
function isText(schema: Tree): boolean {
  return [schema.type].flat().includes('string') && schema.enum === undefined && schema.format === undefined;
}
