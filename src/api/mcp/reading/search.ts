/** Records by a text that people know them by. */
import { mayRead } from '../../../accounts/permissions.ts';
import { type RecordTypeName, recordTypes } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { restHint } from '../result-size.ts';
import { callRoute } from '../route-calls.ts';
import { type McpTool, objectSchema, type ToolContext, textSchema, toStringList } from '../tool.ts';
import { briefFields, fitPage, RECORDS_PER_TYPE } from './brief-records.ts';
import { encodeListQuery, escapeQueryValue } from './list-query.ts';
import { recordTypeSchema } from './record-schemas.ts';

/** More lists at once than these are a matter of tens of milliseconds: those of an account come one after the other. */
const MAX_LIGHT_TYPES = 3;

export const searchTool: McpTool = {
  name: 'search',
  title: 'Search',
  description: 'Finds records by a text that people know them by: names, numbers, descriptions. Up to 5 of each type.',
  input: objectSchema(
    {
      text: { ...textSchema('What to look for.', 200), minLength: 1 },
      types: { type: 'array', items: recordTypeSchema, maxItems: 15 },
    },
    ['text'],
  ),
  output: { found: { type: 'array' }, unfinished: { type: 'array' } },
  reads: true,
  run,
};

async function run(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem> {
  const asked = toStringList(given.types) as RecordTypeName[];
  for (const type of asked) {
    const forbidden = mayRead(asking.caller, type);
    if (forbidden !== undefined) return forbidden;
  }
  const types = recordTypes.filter(
    ({ name, search }) =>
      search.length > 0 && asking.caller.permissions[name].read && (asked.length === 0 || asked.includes(name)),
  );
  const noTurn = types.length > MAX_LIGHT_TYPES ? await asking.request.heavy() : undefined;
  if (noTurn !== undefined) return noTurn;
  const words = `search=${escapeQueryValue(given.text as string)}`;
  const found = await Promise.all(
    types.map(async (type) => {
      const query = `${encodeListQuery(words)}&take=${RECORDS_PER_TYPE}&fields=${briefFields(type)}`;
      return { type: type.name, page: await callRoute(asking, `list${type.name}`, { query }) };
    }),
  );
  const pages = found.flatMap(({ type, page }) => {
    if (page instanceof Problem || (page.data as Json[]).length === 0) return [];
    return [{ type, ...fitPage(page, types.length) }];
  });
  const unfinished = found.flatMap(({ type, page }) => (page instanceof Problem ? [{ type, why: page.detail }] : []));
  return {
    ...{ found: pages as Json, unfinished },
    ...restHint(
      pages.some(({ more }) => more) && `list with the query ${words} shows all of a type.`,
      pages.some(({ cut }) => cut) && 'get shows a record whole.',
    ),
  };
}
