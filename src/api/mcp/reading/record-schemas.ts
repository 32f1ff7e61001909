/** Schemas of the arguments that identify a record. */
import { recordTypeNames } from '../../../catalogue/index.ts';
import { integerSchema } from '../tool.ts';

export const recordTypeSchema = { type: 'string', enum: recordTypeNames, description: 'The record type.' };
export const recordIDSchema = integerSchema('The ID of the record.', 1, Number.MAX_SAFE_INTEGER);
