/** Numbers and sums of records by group, in place of all the records. */
import { mayRead } from '../../../accounts/permissions.ts';
import { findRecordType, type RecordTypeName } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { fault, invalidQuery } from '../../../records/lists/faults.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import { planRecordList } from '../../../records/lists/planning.ts';
import { parseQuery } from '../../../records/lists/query.ts';
import { readSummary } from '../../../records/summary.ts';
import { fitItems } from '../result-size.ts';
import { withTimeout } from '../route-calls.ts';
import { integerSchema, type McpTool, objectSchema, type ToolContext, textSchema, toStringList } from '../tool.ts';
import { encodeListQuery } from './list-query.ts';
import { recordTypeSchema } from './record-schemas.ts';

const DEFAULT_GROUPS = 50;

export const summariseTool: McpTool = {
  name: 'summarise',
  title: 'Count and add up',
  description:
    'Counts records, and adds up numbers of them, by group: by ["Status"], ["AssetID"], ["DueOn:month"] (year, month or day). Texts that differ in case alone are one group, shown as its newest record has it: extFilter=true&Category=Lifts ge&Category=Lifts le lists all of it. Use it instead of listing everything.',
  input: objectSchema(
    {
      type: recordTypeSchema,
      by: { type: 'array', items: textSchema('A field; of times with :year, :month or :day.', 100), maxItems: 3 },
      sum: { type: 'array', items: textSchema('A field that holds a number.', 100), maxItems: 5 },
      query: textSchema('Which records: filters as in list, without take, skip, orderby, fields and count.', 4_000),
      groups: integerSchema('How many groups at most, the largest first.', 1, 200),
    },
    ['type'],
  ),
  output: { groups: { type: 'array' }, more: { type: 'boolean' } },
  reads: true,
  run,
};

async function run(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem> {
  const type = findRecordType(given.type as string)!;
  const forbidden = mayRead(asking.caller, type.name);
  if (forbidden !== undefined) return forbidden;
  const plan = planFiltered(type.name, encodeListQuery(given.query));
  if (plan instanceof Problem) return plan;
  const [by, sum] = [toStringList(given.by), toStringList(given.sum)];
  const summary = readSummary(type, plan, by, sum, (given.groups as number | undefined) ?? DEFAULT_GROUPS);
  if (summary instanceof Problem) return summary;
  const records = asking.parts.approvals.records(asking.caller);
  const page = await withTimeout(asking, records.summarise(summary, asking.ended));
  if (page instanceof Problem) return page;
  const groups = page.groups.map(({ keys, count, measured }) => ({
    ...Object.fromEntries(summary.by.map(({ field }, n) => [field, keys[n] ?? null])),
    count,
    ...(summary.of.length > 0 && {
      sums: Object.fromEntries(summary.of.map((field, n) => [field, measured[n]?.sum ?? null])),
    }),
  }));
  const { items, fewer } = fitItems(groups as Json[]);
  return {
    groups: items as Json,
    more: page.more || fewer,
    ...((page.more || fewer) && { rest: 'There are more groups: ask for more of them, or narrow the query.' }),
  };
}

/** Parameters of record pages, which have no meaning for groups. */
const ofPages = ['take', 'skip', 'orderby', 'fields', 'count'];

function planFiltered(type: RecordTypeName, query: string): ListPlan | Problem {
  const plan = planRecordList(type, query);
  const parameters = plan instanceof Problem ? plan : parseQuery(query);
  if (parameters instanceof Problem) return parameters;
  const faults = parameters
    .filter(({ name }) => ofPages.includes(name.toLowerCase()))
    .map(({ name }) => fault(name, 'Groups have no pages of records. Leave it out; groups says how many are shown.'));
  return faults.length > 0 ? invalidQuery(faults) : plan;
}
