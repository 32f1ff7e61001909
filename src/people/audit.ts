/** Audit log of sign-ins and of changes to keys, permissions and settings. Entries are only added, never changed. */
import type { Caller } from '../accounts/caller.ts';
import type { Field } from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { nameOf, type User } from './person.ts';

export const auditWhats = [
  'session.begun',
  'session.failed',
  'session.ended',
  'session.confirmed',
  'password.set',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'link.made',
  'link.withdrawn',
  'person.invited',
  'person.changed',
  'key.made',
  'key.rotated',
  'key.grace_ended',
  'key.revoked',
  'webhook.made',
  'webhook.changed',
  'webhook.removed',
  'records.exported',
  'proposal.approved',
  'proposal.rejected',
  'proposal.failed',
  'account.made',
  'account.changed',
  'account.exported',
  'account.imported',
  'account.frozen',
  'account.thawed',
] as const;
export type AuditWhat = (typeof auditWhats)[number];

/** Kinds of actors; `nobody` means unknown, as with a wrong password. */
export const actorKinds = ['person', 'integration', 'system', 'nobody'] as const;

export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

export interface AuditEntry {
  readonly on: number;
  readonly what: AuditWhat;
  readonly by: Actor;
  /** IP address; null on the command line. */
  readonly address: string | null;
  /** Target: an e-mail address or the id of an integration. */
  readonly about: string | null;
  readonly detail?: { readonly [name: string]: Json };
}

export interface AuditPage {
  readonly body: string;
  readonly more: boolean;
  readonly total: number | undefined;
}

export const system: Actor = { kind: 'system', id: null, name: 'Command line', email: null };

export function personActor(
  user: Pick<User, 'ID' | 'Email' | 'FirstName' | 'LastName'>,
): Actor & { readonly kind: 'person' } {
  return { kind: 'person', id: String(user.ID), name: nameOf(user), email: user.Email };
}

export function actorOf({ person, integration }: Caller): Actor {
  if (person === undefined) {
    return { kind: 'integration', id: integration.id, name: integration.name, email: integration.submitter };
  }
  return { kind: 'person', id: String(person.id), name: person.name, email: person.email };
}

/** Fields by which lists of entries are filtered and sorted. */
export const listableAudit = {
  properties: new Map<string, Field>(
    Object.entries({
      id: { kind: 'int' },
      on: { kind: 'timestamp' },
      what: { kind: 'text', max: 40 },
      by: { kind: 'text', max: 254, nullable: true },
      byKind: { kind: 'text', max: 20 },
      address: { kind: 'text', max: 60, nullable: true },
      about: { kind: 'text', max: 254, nullable: true },
    } satisfies Record<string, Field>),
  ),
  shown: ['id', 'on', 'what', 'by', 'address', 'about', 'detail'],
  key: 'id',
  newestFirst: true,
  deletable: false,
} as const;
