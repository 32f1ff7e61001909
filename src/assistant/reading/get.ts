/** One record. */
import type { JsonObject } from '../../kernel/json.ts';
import { Problem } from '../../problems.ts';
import { fittingOne } from '../bounds.ts';
import { call } from '../calls.ts';
import { type Asking, input, listOf, type Tool, text } from '../tool.ts';
import { idSchema, typeSchema } from './record-schemas.ts';

export const get: Tool = {
  name: 'get',
  title: 'Get a record',
  description: 'One record, whole; or only the fields that are named.',
  input: input(
    { type: typeSchema, id: idSchema, fields: { type: 'array', items: text('A field.', 100), maxItems: 60 } },
    ['type', 'id'],
  ),
  output: { record: { anyOf: [{ type: 'object' }, { type: 'string' }] }, cut: { type: 'boolean' } },
  reads: true,
  run,
};

async function run(asking: Asking, { type, id, fields }: JsonObject): Promise<JsonObject | Problem> {
  const named = listOf(fields);
  const query = named.length === 0 ? '' : `fields=${named.map(encodeURIComponent).join(',')}`;
  const found = await call(asking, `get${type}`, { parameters: { id: String(id) }, query });
  if (found instanceof Problem) return found;
  const { value, cut } = fittingOne(found.data);
  return { record: value, cut, ...(cut && { rest: 'It is too large for one answer: name the fields you need.' }) };
}
