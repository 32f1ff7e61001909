/** Tool that lists the states a record can move to now, and what prevents the other moves. */
import { findRecordType, singularName } from '../../../catalogue/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { callRoute } from '../route-calls.ts';
import { type McpTool, objectSchema, type ToolContext } from '../tool.ts';
import { recordIDSchema, recordTypeSchema } from './record-schemas.ts';

export const movesTool: McpTool = {
  name: 'moves',
  title: 'Where a record can move',
  description:
    'For every state of a record whether it can move there now, what stands against it, and what the move asks for.',
  input: objectSchema({ type: recordTypeSchema, id: recordIDSchema }, ['type', 'id']),
  output: { moves: { type: 'array' } },
  reads: true,
  run,
};

async function run(asking: ToolContext, { type, id }: JsonObject): Promise<JsonObject | Problem> {
  const described = findRecordType(type as string)!;
  if (described.states === undefined) return new Problem('not_found', `${type} have no states to move between.`);
  const found = await callRoute(asking, `list${singularName(described)}Moves`, { parameters: { id: String(id) } });
  return found instanceof Problem ? found : { moves: found.data };
}
