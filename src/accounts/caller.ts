/**
 * Caller of a request, with the account and permissions: an integration with an API key, or a person with a session.
 */
import type { AccountScope } from './account.ts';
import type { Grant, Permissions, Role } from './roles.ts';

export interface Integration extends Grant {
  /** Random, unique, never reused. */
  readonly id: string;
  readonly name: string;
  readonly createdOn: number;
  /** E-mail address of the admin who created it. */
  readonly createdBy: string;
  /** Submitter address in events: set at creation, otherwise the creator's address. */
  readonly submitter: string;
  /** Writes nothing itself: it creates proposals, and a person decides. */
  readonly proposesOnly?: true;
}

export interface Caller {
  readonly account: AccountScope;
  /**
   * The calling integration. For a person: the integration whose webhooks are meant, either the built-in one or the
   * owner of the named webhook.
   */
  readonly integration: Integration;
  /** Public part of the API key; for a person, a placeholder that no key can equal. Rate limits count by it. */
  readonly apiKey: string;
  /** Hash of the secret that authenticated the key; undefined for a person. */
  readonly secretHash?: Buffer;
  readonly permissions: Permissions;
  readonly webhooks: boolean;
  /** Set if a secret from before the last rotation authenticated the key. */
  readonly byPreviousSecret?: true;
  /** Set if the caller is a person. */
  readonly person?: Person;
  /** Set if a person acts for the integration, with the permissions of the integration. */
  readonly forIntegration?: true;
}

export interface Person {
  /** Id of the user record. */
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly companySettings: boolean;
  readonly sessionID: string;
  readonly tokenHash: Buffer;
  /**
   * True if the person confirmed their identity within the last minutes; required for changes that others cannot undo.
   */
  readonly confirmed: boolean;
}
