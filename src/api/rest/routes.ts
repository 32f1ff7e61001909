/** The table of every route of the API, in one place: the server, the OpenAPI document and the tests read it. */
import { describeCaller } from '../../accounts/me.ts';
import type { RatePolicy } from '../../accounts/rate-limit.ts';
import type { ApprovalParts } from '../../approvals/approval-parts.ts';
import { recordTypes } from '../../catalogue/index.ts';
import type { Route } from '../../http/route.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { type ChangeParts, changeRoutes } from './change-routes.ts';
import { type DiagnosticsParts, diagnosticsRoutes } from './diagnostics-routes.ts';
import { dryRunRoutes } from './dry-run-routes.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { type RecordParts, recordRoutes } from './record-routes.ts';
import { type RecoveryParts, recoveryRoutes } from './recovery-routes.ts';
import { type WebhookParts, webhookRoutes } from './webhook-routes.ts';
import { webhookTestRoutes } from './webhook-test-routes.ts';

export interface RouteParts
  extends RecordParts,
    ChangeParts,
    WebhookParts,
    DiagnosticsParts,
    RecoveryParts,
    ApprovalParts {
  readonly policy: RatePolicy;
  subscriptions: WebhookParts['subscriptions'];
}

export function apiRoutes(parts: RouteParts): Route[] {
  return [
    me(parts.policy),
    ...catalogueRoutes(parts),
    ...recordTypes.flatMap((type) => [...recordRoutes(type, parts), ...dryRunRoutes(type, parts)]),
    ...changeRoutes(parts),
    ...proposalRoutes(parts),
    ...webhookRoutes(parts),
    ...diagnosticsRoutes(parts),
    ...webhookTestRoutes(parts),
    ...recoveryRoutes(parts),
  ];
}

function me(policy: RatePolicy): Route {
  return {
    method: 'GET',
    path: '/api/Me',
    operation: 'getMe',
    needs: { allowed: 'any key' },
    handle: ({ caller }) => ({ status: 200, body: JSON.stringify(describeCaller(caller, policy)) }),
  };
}
