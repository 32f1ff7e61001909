/** Errors for rows of an imported account that the database rejects, in the same words on both engines. */

import { StorageError } from '../storage-error.ts';
import type { RowKind } from './account-rows.ts';

const faults = {
  unique: 'holds a value twice that must be unique, or that another account has',
  reference: 'refers to a row that is not there',
  other: 'is not what the database takes',
} as const;

/** Creates the error; `detail` is the message of the database. */
export function createImportRowError(kind: RowKind, fault: keyof typeof faults, detail: string): StorageError {
  return new StorageError(`${kind}: a row ${faults[fault]} (${detail}). Nothing was imported.`);
}
