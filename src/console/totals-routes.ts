/** Sums over all that a list matches: `?Status=Open&of=TotalCost:sum`, with the filters of lists. */
import type { AccountScope } from '../accounts/account.ts';
import { type RecordType, recordTypes } from '../catalogue/index.ts';
import type { Answer, ApiRequest, Route } from '../http/route.ts';
import { Problem } from '../problems.ts';
import { fault, invalidQuery, quoted } from '../records/list/faults.ts';
import { planRecordList } from '../records/list/planning.ts';
import { decode, split } from '../records/list/query.ts';
import type { RecordStore } from '../records/store.ts';
import { readSummary } from '../records/summary.ts';
import { ACCOUNT } from './mounted.ts';

export interface TotalsParts {
  records(account: AccountScope): RecordStore;
}

export function totalsRoutes(parts: TotalsParts): Route[] {
  return recordTypes.map((type) => ({
    method: 'GET',
    path: `${ACCOUNT}/${type.name}/Totals`,
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
): Promise<Answer | Problem> {
  const given = query.split('&').filter((part) => part !== '');
  const isOf = (part: string) => /^of=/i.test(part);
  const fields = readFields(given.filter(isOf));
  if (fields instanceof Problem) return fields;
  const plan = planRecordList(type.name, given.filter((part) => !isOf(part)).join('&'));
  if (plan instanceof Problem) return plan;
  const summary = readSummary(type, plan, [], fields, 1);
  if (summary instanceof Problem) return summary;
  const page = await parts.records(caller.account).summarise(summary, gone());
  if (page instanceof Problem) return page;
  const sums = page.groups[0]?.sums ?? [];
  const shown = Object.fromEntries(summary.sums.map((field, n) => [field, { sum: sums[n] ?? null }]));
  return { status: 200, body: JSON.stringify(shown) };
}

/** `of=TotalCost:sum`, as often as wanted; what is to be known of a field stands behind the colon. */
function readFields(parts: readonly string[]): string[] | Problem {
  const fields: string[] = [];
  for (const part of parts) {
    const value = decode(split(part)[1]);
    const [, field] = typeof value === 'string' ? (/^(\w+):sum$/i.exec(value) ?? []) : [];
    if (field === undefined) {
      const text = typeof value === 'string' ? quoted(value) : 'This';
      return invalidQuery([
        fault('of', `${text} is not understood. Write a field of numbers and :sum, such as TotalCost:sum.`),
      ]);
    }
    fields.push(field);
  }
  return fields.length > 0 ? fields : invalidQuery([fault('of', 'Write what to sum, such as of=TotalCost:sum.')]);
}
