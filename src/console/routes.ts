/** The table of every route of the console below an account: those of the API for people, and its own. */
import type { ApprovalParts } from '../approvals/parts.ts';
import type { Route } from '../http/route.ts';
import { auditRoutes } from './audit-routes.ts';
import { type IntegrationParts, integrationRoutes } from './integration-routes.ts';
import { type MeParts, meRoutes } from './me-routes.ts';
import { type MountParts, mounted } from './mounted.ts';
import { type PeopleParts, peopleRoutes } from './people-routes.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { type RememberParts, remembered } from './remembered.ts';

export interface ConsoleParts extends MountParts, MeParts, PeopleParts, IntegrationParts, RememberParts {
  readonly approvals: ApprovalParts;
}

export function consoleRoutes(api: readonly Route[], parts: ConsoleParts): Route[] {
  return [
    ...mounted(remembered(api, 'people', parts), parts),
    ...meRoutes(parts),
    ...peopleRoutes(parts),
    ...integrationRoutes(parts),
    ...proposalRoutes(parts.approvals),
    ...auditRoutes(parts.stores),
  ];
}
