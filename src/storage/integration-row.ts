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

/** Holds for the integrations `i` that a list shows: those that work, those that still have webhooks, and the last that were revoked. */
export const IS_LISTED = `(i.revoked_on IS NULL
  OR EXISTS (SELECT 1 FROM subscriptions AS s WHERE s.account = i.account AND s.integration_id = i.id AND s.removed_on IS NULL)
  OR i.id IN (SELECT l.id FROM integrations AS l WHERE l.account = $1 AND l.revoked_on IS NOT NULL
    ORDER BY l.revoked_on DESC LIMIT ${REVOKED_LISTED}))`;
