/** Who asks, with the account and what may be done in it: an integration by its key, or a person by a session. */
import type { AccountScope } from './account.ts';
import type { Grant, Permissions, Role } from './roles.ts';

export interface Integration extends Grant {
  /** Random and unique, never reused. */
  readonly id: string;
  readonly name: string;
  readonly createdOn: number;
  /** E-mail address of the admin who made it. */
  readonly createdBy: string;
  /** The address events name as their submitter: given at creation, else the creator's. */
  readonly submitter: string;
  /** It writes nothing itself: what it wants written it proposes, and a person decides. */
  readonly proposesOnly?: true;
}

export interface Caller {
  readonly account: AccountScope;
  /** Who asks; of a person, the integration whose webhooks are meant: the built-in one, or the owner of the one that is named. */
  readonly integration: Integration;
  /** The public part of the key; of a person, a name in its place that no key has. Limits are counted by it. */
  readonly apiKey: string;
  /** Of a key, the hash of the secret it was shown with. */
  readonly secretHash?: Buffer;
  readonly permissions: Permissions;
  readonly webhooks: boolean;
  /** The key was shown by the secret before its last rotation. */
  readonly byPreviousSecret?: true;
  /** Given where it is a person who asks. */
  readonly person?: Person;
  /** The person makes something for the integration, and may do what that may. */
  readonly forIntegration?: true;
}

export interface Person {
  /** Of the user record. */
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly companySettings: boolean;
  readonly sessionID: string;
  readonly tokenHash: Buffer;
  /** The password was given within the last minutes: what cannot be undone by others may be done. */
  readonly confirmed: boolean;
}
