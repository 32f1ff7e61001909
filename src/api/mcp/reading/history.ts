/** The changes of a record, the newest first. */
import { findRecordType, singularName } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { fitting, restOf } from '../bounds.ts';
import { call, hasMore } from '../calls.ts';
import { type Asking, input, listOf, skipSchema, type Tool, text, wholeNumber } from '../tool.ts';
import { idSchema, typeSchema } from './record-schemas.ts';

export const history: Tool = {
  name: 'history',
  title: 'What happened to a record',
  description: 'The changes of a record, the newest first: who changed what, when, and who approved it.',
  input: input(
    {
      type: typeSchema,
      id: idSchema,
      field: { type: 'array', items: text('Only changes of one of these fields.', 100), maxItems: 20 },
      take: wholeNumber('How many changes.', 1, 50),
      skip: skipSchema,
    },
    ['type', 'id'],
  ),
  output: { changes: { type: 'array' }, more: { type: 'boolean' }, cut: { type: 'boolean' } },
  reads: true,
  run,
};

async function run(
  asking: Asking,
  { type, id, field, take = 20, skip = 0 }: JsonObject,
): Promise<JsonObject | Problem> {
  const parameters = { id: String(id) };
  const fields = listOf(field).map((name) => `field=${encodeURIComponent(name)}`);
  const query = [`take=${take}`, `skip=${skip}`, ...fields].join('&');
  const page = await call(asking, `list${singularName(findRecordType(type as string)!)}History`, { parameters, query });
  if (page instanceof Problem) return page;
  const { items, fewer, cut } = fitting(page.data as Json[]);
  const isCut = page.cut.length > 0 || cut.length > 0;
  const more = fewer || hasMore(page.headers);
  return {
    ...{ changes: items as Json, cut: fewer || isCut, more },
    ...restOf(
      more && 'Go on with skip behind these, or name the field that matters.',
      isCut && 'Long values are cut: get with version and fields shows them as they were then.',
    ),
  };
}
