/** What the audit log is told: written in one transaction with what it is about, so that neither is ever there without the other. */
import type { Json } from '../lib/json.ts';

/** An entry: who did what, when, from where, and to what. */
export interface AuditEntryInput {
  readonly on: number;
  readonly what: string;
  readonly by: { readonly [part in 'kind' | 'id' | 'name' | 'email']: string | null };
  readonly address: string | null;
  readonly about: string | null;
  readonly detail?: { readonly [name: string]: Json };
}

/** Makes the entry when it is known what was done: to what, such as `Users/5`, and of a record how it was and how it is now. */
export type CreateAuditEntry = (about: string, before?: Fields, after?: Fields) => AuditEntryInput;

type Fields = { readonly [field: string]: Json };
