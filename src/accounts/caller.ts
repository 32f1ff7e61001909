/** Who asks: the integration behind a request's credentials, with its account and what it may do. */
import type { AccountScope } from './account.ts';
import type { Grant, Permissions } from './roles.ts';

export interface Integration extends Grant {
  /** Random and unique, never reused. */
  readonly id: string;
  readonly name: string;
  readonly createdOn: number;
  /** E-mail address of the admin who made it. */
  readonly createdBy: string;
  /** The address events name as their submitter: given at creation, else the creator's. */
  readonly submitter: string;
}

export interface Caller {
  readonly account: AccountScope;
  readonly integration: Integration;
  readonly apiKey: string;
  readonly permissions: Permissions;
  readonly webhooks: boolean;
}
