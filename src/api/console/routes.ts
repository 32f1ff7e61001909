/** The table of every route of the console below an account: those of the API for people, and its own. */
import type { ApprovalParts } from '../../approvals/parts.ts';
import type { Budget } from '../../fairness/budget.ts';
import type { Route } from '../../http/route.ts';
import type { PasskeySignInParts } from '../../people/passkey-sign-in.ts';
import { type AboutService, aboutRoute } from './about.ts';
import { auditRoutes } from './audit-routes.ts';
import { companyRoutes } from './company-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { type FigureParts, figureRoutes } from './figure-routes.ts';
import { type IntegrationParts, integrationRoutes } from './integration-routes.ts';
import { type MeParts, meRoutes } from './me-routes.ts';
import { type MountParts, mounted } from './mounted.ts';
import { type OwnSettingsParts, ownSettingsRoutes } from './own-settings.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { type PeopleParts, peopleRoutes } from './people-routes.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { type RememberParts, remembered } from './remembered.ts';
import { searchRoute } from './search-routes.ts';
import { type SentParts, sentRoutes } from './sent-routes.ts';
import { type SingleSignOnRouteParts, singleSignOnConfirmation } from './single-sign-on-routes.ts';
import { oneSlowAtATime } from './slow-turn.ts';
import { type TargetParts, targetRoutes } from './target-routes.ts';
import { totalsRoutes } from './totals-routes.ts';

export interface ConsoleParts
  extends MountParts,
    MeParts,
    OwnSettingsParts,
    PeopleParts,
    IntegrationParts,
    RememberParts,
    SentParts,
    TargetParts,
    FigureParts,
    PasskeySignInParts,
    SingleSignOnRouteParts {
  readonly about: AboutService;
  readonly approvals: ApprovalParts;
  /** By session: who searches, counts or sums up. */
  readonly slowTurns: Budget;
}

export function consoleRoutes(api: readonly Route[], parts: ConsoleParts): Route[] {
  const ofPeople = remembered(api, 'people', parts);
  const routes = [
    ...mounted(ofPeople, parts),
    ...meRoutes(parts),
    ...ownSettingsRoutes(parts),
    ...passkeyRoutes(parts),
    ...singleSignOnConfirmation(parts),
    ...peopleRoutes(parts),
    ...companyRoutes(parts),
    ...integrationRoutes(parts),
    ...proposalRoutes(parts.approvals),
    ...targetRoutes(parts),
    ...auditRoutes(parts.stores),
    aboutRoute(parts.about),
    ...sentRoutes(parts),
    ...exportRoutes(ofPeople),
    ...totalsRoutes(parts),
    ...figureRoutes(parts),
    searchRoute(parts),
  ];
  return oneSlowAtATime(routes, parts.slowTurns);
}
