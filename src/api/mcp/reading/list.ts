/** Records of a type, a page of them, as far as it fits into an answer. */

import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { planRecordList } from '../../../records/lists/planning.ts';
import { decode, split } from '../../../records/lists/query.ts';
import { fitItems, restHint } from '../result-size.ts';
import { callRoute, hasNextPage } from '../route-calls.ts';
import { type McpTool, objectSchema, type ToolContext, textSchema } from '../tool.ts';
import { encodeListQuery } from './list-query.ts';
import { recordTypeSchema } from './record-schemas.ts';

const QUERY_DESCRIPTION =
  'Filters, order and page as in the query of the REST API: Status=Open&orderby=DueOn&take=25. Values are written as they are (+ is a plus), but for & and % within one: %26 and %25. Values of one property are alternatives; with extFilter=true a value may end in " ge", " lt", " ne". search=text looks through the texts that people know a record by, contains=Name:boiler in one field. fields=ID,Name,Status shows these alone. count=true counts all that match, and take=0 does so alone.';

export const listTool: McpTool = {
  name: 'list',
  title: 'List records',
  description: `Lists records of a type. ${QUERY_DESCRIPTION}`,
  input: objectSchema({ type: recordTypeSchema, query: textSchema('The query, without a question mark.', 4_000) }, [
    'type',
  ]),
  output: {
    records: { type: 'array' },
    more: { type: 'boolean' },
    cut: { type: 'boolean' },
    total: { type: 'integer' },
  },
  reads: true,
  run,
};

async function run(asking: ToolContext, { type, query }: JsonObject): Promise<JsonObject | Problem> {
  const asked = encodeListQuery(query);
  // With take=0, the client wants the number of records, and only the total shows if there are more.
  const plan = planRecordList(type as RecordTypeName, asked);
  const isCount = !(plan instanceof Problem) && plan.take === 0;
  const page = await callRoute(asking, `list${type}`, { query: isCount ? counted(asked) : asked });
  if (page instanceof Problem) return page;
  const { items, fewer, cut } = fitItems(page.data as Json[]);
  const fields = [...new Set([...page.cut, ...cut])];
  const total = page.headers['X-Total-Count'];
  const more = fewer || hasNextPage(page.headers) || (isCount && Number(total) > plan.skip);
  return {
    records: items as Json,
    more,
    cut: fewer || fields.length > 0,
    ...(total !== undefined && { total: Number(total) }),
    ...restHint(
      fewer &&
        `Only ${items.length} fit into one answer. Ask for fewer fields (fields=ID,Name,..), or go on with skip= behind these.`,
      more && !fewer && (isCount ? 'take=0 shows none of them.' : 'Go on with skip=, or narrow the list.'),
      fields.length > 0 && `Long values are cut: get with the fields ${JSON.stringify(fields)} shows them.`,
    ),
  };
}

function counted(query: string): string {
  const nameOf = (part: string) => decode(split(part)[0]);
  const others = query.split('&').filter((part) => String(nameOf(part)).toLowerCase() !== 'count');
  return [...others, 'count=true'].join('&');
}
