/** Facts about the service for signed-in people: its version and retention periods. */
import type { Route } from '../../http/route.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface AboutService {
  readonly version: string;
  /** True if invitations and reset links are sent by e-mail. */
  readonly mail: boolean;
  readonly sessionHours: number;
  readonly historyDays: number;
  readonly deliveryDays: number;
  readonly auditDays: number;
}

export function aboutRoute(about: AboutService): Route {
  const body = JSON.stringify(about);
  return {
    method: 'GET',
    path: `${ACCOUNT_PATH}/About`,
    operation: 'consoleGetAbout',
    needs: { allowed: 'any person' },
    handle: () => ({ status: 200, body }),
  };
}
