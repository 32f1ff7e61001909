/** Table of all console routes below an account: the API's routes for people, and the console's own. */
import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import type { FairSemaphore } from '../../fairness/budget.ts';
import type { Route } from '../../http/route.ts';
import type { PasskeySignInParts } from '../../people/passkey-sign-in.ts';
import { type AboutService, aboutRoute } from './about.ts';
import { type AnalyticsRouteParts, analyticsRoutes } from './analytics-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { type AuditParts, withAuditing } from './audited-routes.ts';
import { companyRoutes } from './company-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { type IntegrationParts, integrationRoutes } from './integration-routes.ts';
import { type MeParts, meRoutes } from './me-routes.ts';
import { type MountParts, mountApiRoutes } from './mounted-api-routes.ts';
import { type OwnSettingsParts, ownSettingsRoutes } from './own-settings-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { type PeopleParts, peopleRoutes } from './people-routes.ts';
import { proposalDecisionRoutes } from './proposal-decision-routes.ts';
import { type RecordDeliveryParts, recordDeliveryRoutes } from './record-delivery-routes.ts';
import { searchRoute } from './search-routes.ts';
import { type SingleSignOnRouteParts, singleSignOnConfirmationRoutes } from './single-sign-on-routes.ts';
import { limitSlowRequests } from './slow-requests.ts';
import { type TargetParts, targetRoutes } from './target-routes.ts';
import { totalsRoutes } from './totals-routes.ts';

export interface ConsoleRouteParts
  extends MountParts,
    MeParts,
    OwnSettingsParts,
    PeopleParts,
    IntegrationParts,
    AuditParts,
    RecordDeliveryParts,
    TargetParts,
    AnalyticsRouteParts,
    PasskeySignInParts,
    SingleSignOnRouteParts {
  readonly about: AboutService;
  readonly approvals: ApprovalParts;
  /** Limits concurrent slow requests (searches, counts, totals) per session. */
  readonly slowTurns: FairSemaphore;
}

export function consoleRoutes(api: readonly Route[], parts: ConsoleRouteParts): Route[] {
  const ofPeople = withAuditing(api, 'people', parts);
  const routes = [
    ...mountApiRoutes(ofPeople, parts),
    ...meRoutes(parts),
    ...ownSettingsRoutes(parts),
    ...passkeyRoutes(parts),
    ...singleSignOnConfirmationRoutes(parts),
    ...peopleRoutes(parts),
    ...companyRoutes(parts),
    ...integrationRoutes(parts),
    ...proposalDecisionRoutes(parts.approvals),
    ...targetRoutes(parts),
    ...auditRoutes(parts.stores),
    aboutRoute(parts.about),
    ...recordDeliveryRoutes(parts),
    ...exportRoutes(ofPeople),
    ...totalsRoutes(parts),
    ...analyticsRoutes(parts),
    searchRoute(parts),
  ];
  return limitSlowRequests(routes, parts.slowTurns);
}
