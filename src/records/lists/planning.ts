/** Plans a list from a query string in three stages: syntax, request and meaning, each in its own file. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { invalidQuery } from './faults.ts';
import { planFields } from './fields.ts';
import { planDeleted, planFilters } from './filters.ts';
import { planOrder } from './order.ts';
import type { Listing, ListPlan } from './plan.ts';
import { type Listable, listableRecords } from './properties.ts';
import { parseQuery } from './query.ts';
import { readRequest, type Taking } from './request.ts';
import { planContains, planSearch } from './search.ts';
import { toRanges } from './stretches.ts';

/** `query` is the part of the request's address behind the `?`, undecoded. */
export function planRecordList(type: RecordTypeName, query: string, taking?: Taking): ListPlan | Problem {
  const listing = planList(listableRecords(type), query, taking);
  return listing instanceof Problem ? listing : { type, ...listing };
}

export function planList(listable: Listable, query: string, taking?: Taking): Listing | Problem {
  const parameters = parseQuery(query);
  if (parameters instanceof Problem) return parameters;
  const faults: InputFault[] = [];
  const request = readRequest(listable, parameters, faults, taking);
  const given = [
    ...planDeleted(listable, request, faults),
    ...planFilters(request, faults),
    ...planContains(listable, request, faults),
  ];
  const search = planSearch(listable, request, faults);
  const order = planOrder(listable, request, faults);
  const fields = planFields(listable, request, faults);
  if (faults.length > 0) return invalidQuery(faults);
  const where = toRanges(listable, given);
  const { skip, take, count } = request;
  return { where, ...(search && { search }), order, skip, take, count, ...(fields && { fields }) };
}
