/** The table of every route of the console below an account: those of the API for people, and its own. */
import type { Route } from '../http/route.ts';
import { auditRoutes } from './audit-routes.ts';
import { type FigureParts, figureRoutes } from './figure-routes.ts';
import { type IntegrationParts, integrationRoutes } from './integration-routes.ts';
import { type MeParts, meRoutes } from './me-routes.ts';
import { type MountParts, mounted } from './mounted.ts';
import { type PeopleParts, peopleRoutes } from './people-routes.ts';
import { type RememberParts, remembered } from './remembered.ts';

export interface ConsoleParts extends MountParts, MeParts, PeopleParts, IntegrationParts, RememberParts, FigureParts {}

export function consoleRoutes(api: readonly Route[], parts: ConsoleParts): Route[] {
  return [
    ...mounted(remembered(api, 'people', parts), parts),
    ...meRoutes(parts),
    ...peopleRoutes(parts),
    ...integrationRoutes(parts),
    ...auditRoutes(parts.stores),
    ...figureRoutes(parts),
  ];
}
