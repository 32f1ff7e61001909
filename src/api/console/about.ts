/** What whoever uses the service may know of it: its version, and how long it keeps what. */
import type { Route } from '../../http/route.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface AboutService {
  readonly version: string;
  /** Whether invitations and reset links are mailed. */
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
