/** The changes of a record, the newest first. */
import { findRecordType, singularName } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { fitItems, restHint } from '../result-size.ts';
import { callRoute, hasNextPage } from '../route-calls.ts';
import {
  integerSchema,
  type McpTool,
  objectSchema,
  skipSchema,
  type ToolContext,
  textSchema,
  toStringList,
} from '../tool.ts';
import { recordIDSchema, recordTypeSchema } from './record-schemas.ts';

export const historyTool: McpTool = {
  name: 'history',
  title: 'What happened to a record',
  description: 'The changes of a record, the newest first: who changed what, when, and who approved it.',
  input: objectSchema(
    {
      type: recordTypeSchema,
      id: recordIDSchema,
      field: { type: 'array', items: textSchema('Only changes of one of these fields.', 100), maxItems: 20 },
      take: integerSchema('How many changes.', 1, 50),
      skip: skipSchema,
    },
    ['type', 'id'],
  ),
  output: { changes: { type: 'array' }, more: { type: 'boolean' }, cut: { type: 'boolean' } },
  reads: true,
  run,
};

async function run(
  asking: ToolContext,
  { type, id, field, take = 20, skip = 0 }: JsonObject,
): Promise<JsonObject | Problem> {
  const parameters = { id: String(id) };
  const fields = toStringList(field).map((name) => `field=${encodeURIComponent(name)}`);
  const query = [`take=${take}`, `skip=${skip}`, ...fields].join('&');
  const page = await callRoute(asking, `list${singularName(findRecordType(type as string)!)}History`, {
    parameters,
    query,
  });
  if (page instanceof Problem) return page;
  const { items, fewer, cut } = fitItems(page.data as Json[]);
  const isCut = page.cut.length > 0 || cut.length > 0;
  const more = fewer || hasNextPage(page.headers);
  return {
    ...{ changes: items as Json, cut: fewer || isCut, more },
    ...restHint(
      more && 'Go on with skip behind these, or name the field that matters.',
      isCut && 'Long values are cut: get with version and fields shows them as they were then.',
    ),
  };
}
