/** The id of a record that a path names. */
import type { RecordType } from '../../catalogue/index.ts';
import type { ApiRequest } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { parseRecordID } from '../../records/read.ts';

export function readRecordID(type: RecordType, request: ApiRequest): number | Problem {
  const text = request.parameters.id ?? '';
  return (
    parseRecordID(text) ??
    new Problem('not_found', `There is no such ${type.singular}: an id is a positive whole number.`)
  );
}
