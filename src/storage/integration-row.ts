/** An integration as both engines keep it. */
import type { Integration } from '../accounts/caller.ts';
import type { Role } from '../accounts/roles.ts';
import type { Area } from '../catalogue/index.ts';

export interface IntegrationColumns {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly areas: string;
  readonly submitter: string;
  readonly created_on: number;
  readonly created_by: string;
  /** Where it was asked for. */
  readonly proposes_only?: boolean | number;
}

export function integrationOf(row: IntegrationColumns): Integration {
  const { id, name, role, areas, submitter, created_on: createdOn, created_by: createdBy } = row;
  const held = areas === '' ? [] : (areas.split(',') as Area[]);
  const proposes = row.proposes_only ? ({ proposesOnly: true } as const) : {};
  return { id, name, role: role as Role, areas: held, submitter, createdOn, createdBy, ...proposes };
}

/** So many of those that were revoked are listed, the last ones. */
const REVOKED_LISTED = 200;

/**
 * Holds for the integrations `i` of the account $1 that a list shows: those that work, those that still have webhooks, and the last that were
 * revoked. Found by their ids, so that those that are not shown are not looked at.
 */
export const IS_LISTED = `i.id IN (
  SELECT w.id FROM integrations AS w WHERE w.account = $1 AND w.revoked_on IS NULL
  UNION SELECT s.integration_id FROM subscriptions AS s WHERE s.account = $1 AND s.removed_on IS NULL
  UNION SELECT l.id FROM (SELECT r.id FROM integrations AS r WHERE r.account = $1 AND r.revoked_on IS NOT NULL
    ORDER BY r.revoked_on DESC LIMIT ${REVOKED_LISTED}) AS l)`;
