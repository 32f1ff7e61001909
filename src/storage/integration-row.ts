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
