/** Audit log entries: written in the same transaction as the change, so that neither exists without the other. */
import type { Json } from '../lib/json.ts';

/** Audit log entry: who did what, when, from where, and to what. */
export interface AuditEntryInput {
  readonly on: number;
  readonly what: string;
  readonly by: { readonly [part in 'kind' | 'id' | 'name' | 'email']: string | null };
  readonly address: string | null;
  readonly about: string | null;
  readonly detail?: { readonly [name: string]: Json };
}

/**
 * Creates the entry once the change is known: its target, such as `Users/5`, and for a record its values before and
 * after.
 */
export type CreateAuditEntry = (about: string, before?: Fields, after?: Fields) => AuditEntryInput;

type Fields = { readonly [field: string]: Json };
