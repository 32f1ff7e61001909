/** Checks if deliveries can reach an address, before a webhook is created for it. Nothing is sent there. */
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import type { TargetCheck } from '../../webhooks/delivery/send/check-target.ts';
import { validateTargetUrl } from '../../webhooks/subscriptions/validate-target-url.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface TargetParts {
  readonly targets: TargetCheck;
}

export function targetRoutes({ targets }: TargetParts): Route[] {
  return [
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Webhooks/CheckTarget`,
      operation: 'consoleCheckTarget',
      needs: { allowed: 'webhooks' },
      handle: (request) => check(targets, request),
    },
  ];
}

async function check(targets: TargetCheck, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readBody(request, { targetUrl: 'text' });
  if (body instanceof Problem) return body;
  // The check resolves the host in a step of its own.
  const message = validateTargetUrl(body.targetUrl, anywhere);
  if (message !== undefined) {
    const errors = [{ pointer: '/targetUrl', message }];
    return new Problem('invalid_body', `/targetUrl ${message}.`, { errors });
  }
  const steps = await targets.check(request.caller.account.id, new URL(body.targetUrl), request.gone());
  return steps === 'busy' ? busy() : { status: 200, body: JSON.stringify(steps) };
}

const anywhere = { refusalOfHost: () => undefined };

function busy(): Problem {
  const detail = 'Too many addresses are being checked. Try again in a moment.';
  return new Problem('overloaded', detail, { headers: { 'retry-after': '2' } });
}
