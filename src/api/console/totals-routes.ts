/** Numbers over all that a list matches: `?Status=Open&of=TotalCost:sum`, with the filters of lists. */
import type { AccountScope } from '../../accounts/account.ts';
import { type RecordType, recordTypes } from '../../catalogue/index.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { fault, invalidQuery, quoted } from '../../records/lists/faults.ts';
import { planRecordList } from '../../records/lists/planning.ts';
import { decode, parseQuery, split } from '../../records/lists/query.ts';
import type { RecordStore } from '../../records/store.ts';
import { type Measure, measures, readSummary } from '../../records/summary.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface TotalsParts {
  records(account: AccountScope): RecordStore;
}

export function totalsRoutes(parts: TotalsParts): Route[] {
  return recordTypes.map((type) => ({
    method: 'GET',
    path: `${ACCOUNT_PATH}/${type.name}/Totals`,
    operation: `consoleTotal${type.name}`,
    needs: { allowed: 'read', type: type.name },
    heeds: { query: true },
    handle: (request) => totals(type, parts, request),
  }));
}

async function totals(
  type: RecordType,
  parts: TotalsParts,
  { caller, query, gone }: ApiRequest,
): Promise<ApiResponse | Problem> {
  // All of it: a list is only given what is not `of`, and would not count the rest.
  const whole = parseQuery(query);
  if (whole instanceof Problem) return whole;
  const given = query.split('&').filter((part) => part !== '');
  const isOf = (part: string) => String(decode(split(part)[0])).toLowerCase() === 'of';
  const asked = readAsked(given.filter(isOf));
  if (asked instanceof Problem) return asked;
  const pageOnly = whole.map(({ name }) => name).find((name) => PAGE_PARAMETERS.includes(name.toLowerCase()));
  if (pageOnly !== undefined) {
    return invalidQuery([
      fault(pageOnly, `${quoted(pageOnly)} is about a page; numbers are of all that match. Leave it out.`),
    ]);
  }
  const plan = planRecordList(type.name, given.filter((part) => !isOf(part)).join('&'));
  if (plan instanceof Problem) return plan;
  const summary = readSummary(type, plan, [], [...asked.keys()], 1);
  if (summary instanceof Problem) {
    return invalidQuery((summary.errors ?? []).map(({ message }) => fault('of', `This ${message}.`)));
  }
  const page = await parts.records(caller.account).summarise(summary, gone());
  if (page instanceof Problem) return page;
  const measured = page.groups[0]?.measured ?? [];
  const shown = [...asked.values()].map((wanted, n) => [
    summary.of[n],
    Object.fromEntries(wanted.map((measure) => [measure, measured[n]?.[measure] ?? null])),
  ]);
  return { status: 200, body: JSON.stringify(Object.fromEntries(shown)) };
}

/** Parameters of lists that are not filters. */
const PAGE_PARAMETERS: readonly string[] = ['take', 'skip', 'orderby', 'fields', 'count'];

/**
 * Parses `of=TotalCost:sum`, which can be repeated: the measures for each field, under the field name as it was first
 * written.
 */
function readAsked(parts: readonly string[]): ReadonlyMap<string, readonly Measure[]> | Problem {
  const asked = new Map<string, Measure[]>();
  for (const part of parts) {
    const value = decode(split(part)[1]);
    const [, field = '', word = ''] = typeof value === 'string' ? (/^(\w+):(\w+)$/.exec(value) ?? []) : [];
    const measure = measures.find((one) => one === word.toLowerCase());
    if (measure === undefined) {
      const text = typeof value === 'string' ? quoted(value) : 'This';
      const ways = measures.map((one) => `:${one}`).join(', ');
      return invalidQuery([
        fault('of', `${text} is not understood. Write a field of numbers and one of ${ways}, such as TotalCost:sum.`),
      ]);
    }
    const known = [...asked.keys()].find((name) => name.toLowerCase() === field.toLowerCase()) ?? field;
    asked.set(known, [...(asked.get(known) ?? []), measure]);
  }
  return asked.size > 0 ? asked : invalidQuery([fault('of', 'Write what to measure, such as of=TotalCost:sum.')]);
}
