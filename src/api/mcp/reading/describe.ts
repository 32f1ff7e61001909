/** The record types of the account, all in a line each, or one of them whole. */
import { mayRead } from '../../../accounts/permissions.ts';
import { findRecordType, type RecordType, recordTypes } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { formatTimestamp } from '../../../lib/time.ts';
import type { Problem } from '../../../problems.ts';
import { describeType } from '../../../records/type-description.ts';
import { type McpTool, objectSchema, type ToolContext } from '../tool.ts';
import { recordTypeSchema } from './record-schemas.ts';

export const describeTool: McpTool = {
  name: 'describe',
  title: 'What there is',
  description:
    'Describes the record types of this account: without a type all of them in a line each, with one its fields, kinds, choices, references, states and which fields are indexed; and says what time it is (`now`, UTC). Begin here.',
  input: objectSchema({ type: recordTypeSchema }, []),
  output: { now: { type: 'string', format: 'date-time' }, types: { type: 'array' }, type: { type: 'object' } },
  reads: true,
  run,
};

async function run({ caller, parts }: ToolContext, { type: name }: JsonObject): Promise<JsonObject | Problem> {
  const now = formatTimestamp(parts.clock.now());
  if (name === undefined) {
    const types = recordTypes
      .filter((type) => caller.permissions[type.name].read)
      .map((type) => ({ name: type.name, singular: type.singular, title: type.title, states: statesOf(type) }));
    return { now, types: types as unknown as Json };
  }
  const type = findRecordType(name as string)!;
  const forbidden = mayRead(caller, type.name);
  return forbidden ?? { now, type: describeType(type) as unknown as Json };
}

function statesOf({ states }: RecordType): Json {
  return states === undefined ? [] : Object.keys(states.moves);
}
