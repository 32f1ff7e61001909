/** What is done on the command line is remembered in the audit log of the account, too. */
import type { CreateAuditEntry } from '../accounts/remembered.ts';
import type { Json } from '../lib/json.ts';
import { systemClock } from '../lib/time.ts';
import { type AuditEntry, type AuditWhat, system } from '../people/audit.ts';

/** For what is changed: in its transaction. */
export function remembering(what: AuditWhat, detail?: { readonly [name: string]: Json }): CreateAuditEntry {
  return (about) => entry(what, about, detail);
}

/** For what changes nothing, or nothing that has a name. */
export function entry(
  what: AuditWhat,
  about: string | null = null,
  detail?: { readonly [name: string]: Json },
): AuditEntry {
  return { on: systemClock.now(), what, by: system, address: null, about, ...(detail && { detail }) };
}
