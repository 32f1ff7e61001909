/** How a call names a record. */
import { recordTypeNames } from '../../../catalogue/index.ts';
import { wholeNumber } from '../tool.ts';

export const typeSchema = { type: 'string', enum: recordTypeNames, description: 'The record type.' };
export const idSchema = wholeNumber('The ID of the record.', 1, Number.MAX_SAFE_INTEGER);
