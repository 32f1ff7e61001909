/** Tool that returns one record, or one of its values. */
import { findRecordType, singularName } from '../../../catalogue/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { formatPointer } from '../../../lib/json-pointer.ts';
import { Problem } from '../../../problems.ts';
import { fitValue, restHint } from '../result-size.ts';
import { acquireSlotIfLong, callRoute, callRouteForText } from '../route-calls.ts';
import { integerSchema, type McpTool, objectSchema, type ToolContext, textSchema, toStringList } from '../tool.ts';
import { atSchema, extractPart, partOutput, readPointer, skipWithinSchema } from '../value-part.ts';
import { recordIDSchema, recordTypeSchema } from './record-schemas.ts';

export const getTool: McpTool = {
  name: 'get',
  title: 'Get a record',
  description:
    'One record, whole; or only the fields that are named. With version as it was then. A list or a text that is too large for one answer is shown part by part: at=/Lines, and then with the skip that the answer names.',
  input: objectSchema(
    {
      type: recordTypeSchema,
      id: recordIDSchema,
      fields: { type: 'array', items: textSchema('A field.', 100), maxItems: 60 },
      version: integerSchema('As it was in this version; history says which there are.', 1, Number.MAX_SAFE_INTEGER),
      at: atSchema,
      skip: skipWithinSchema,
    },
    ['type', 'id'],
  ),
  output: {
    record: { anyOf: [{ type: 'object' }, { type: 'string' }] },
    cut: { type: 'boolean' },
    ...partOutput,
  },
  reads: true,
  run,
};

async function run(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem> {
  if (given.at !== undefined) return part(asking, given);
  if (given.skip !== undefined) return new Problem('invalid_body', '/skip goes with at, which says in which value.');
  const named = toStringList(given.fields);
  const found = await callRoute(asking, ...asked(given, named));
  if (found instanceof Problem) return found;
  const { value, cut } = fitValue(found.data);
  const [first] = [...cut, ...found.cut];
  return {
    ...{ record: value, cut: first !== undefined },
    ...restHint(
      first !== undefined && named.length !== 1 && 'It is too large for one answer: name the fields you need.',
      first !== undefined && `at=${formatPointer([first])} shows that field alone, part by part.`,
    ),
  };
}

async function part(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem> {
  if (given.fields !== undefined) return new Problem('invalid_body', '/fields does not go with at, which names one.');
  const at = readPointer(given.at!);
  if (at instanceof Problem) return at;
  const found = await callRouteForText(asking, ...asked(given, at.slice(0, 1)));
  if (found instanceof Problem) return found;
  const noTurn = await acquireSlotIfLong(asking.request, found.text);
  return noTurn ?? extractPart(found.text, at, (given.skip as number | undefined) ?? 0);
}

function asked({ type, id, version }: JsonObject, fields: readonly string[]) {
  const query = [
    ...(fields.length === 0 ? [] : [`fields=${fields.map(encodeURIComponent).join(',')}`]),
    ...(version === undefined ? [] : [`version=${version}`]),
  ].join('&');
  return [`get${singularName(findRecordType(type as string)!)}`, { parameters: { id: String(id) }, query }] as const;
}
