/** The changes of a record, the newest first. */
import type { Json, JsonObject } from '../../kernel/json.ts';
import { Problem } from '../../problems.ts';
import { fitting } from '../bounds.ts';
import { call, hasMore } from '../calls.ts';
import { type Asking, input, type Tool, wholeNumber } from '../tool.ts';
import { idSchema, typeSchema } from './record-schemas.ts';

export const history: Tool = {
  name: 'history',
  title: 'What happened to a record',
  description: 'The changes of a record, the newest first: who changed what, when, and who approved it.',
  input: input({ type: typeSchema, id: idSchema, take: wholeNumber('How many changes.', 1, 50) }, ['type', 'id']),
  output: { changes: { type: 'array' }, cut: { type: 'boolean' } },
  reads: true,
  run,
};

async function run(asking: Asking, { type, id, take = 20 }: JsonObject): Promise<JsonObject | Problem> {
  const parameters = { id: String(id) };
  const page = await call(asking, `list${type}History`, { parameters, query: `take=${take}` });
  if (page instanceof Problem) return page;
  const { items, cut } = fitting(page.data as Json[]);
  return { changes: items as Json, cut, more: cut || hasMore(page.headers) };
}
