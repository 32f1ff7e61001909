/** Creates audit log entries for actions on the command line. */
import type { CreateAuditEntry } from '../accounts/remembered.ts';
import type { Json } from '../lib/json.ts';
import { systemClock } from '../lib/time.ts';
import { type AuditEntry, type AuditWhat, system } from '../people/audit.ts';

/** Returns a function that creates the audit entry of a change, to be written in its transaction. */
export function remembering(what: AuditWhat, detail?: { readonly [name: string]: Json }): CreateAuditEntry {
  return (about) => entry(what, about, detail);
}

/** Creates an audit entry for an action that changes nothing, or nothing with a name. */
export function entry(
  what: AuditWhat,
  about: string | null = null,
  detail?: { readonly [name: string]: Json },
): AuditEntry {
  return { on: systemClock.now(), what, by: system, address: null, about, ...(detail && { detail }) };
}
