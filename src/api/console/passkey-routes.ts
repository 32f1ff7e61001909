/** The passkeys of the person who asks: made, listed, renamed and removed in Me; and showing by one once more who that is. */

import type { PublicRoute } from '../../http/public-route.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { PasskeySignInParts } from '../../people/passkey-sign-in.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  confirmByPasskey,
  signInByPasskey,
} from '../../people/passkey-sign-in.ts';
import { addPasskey, beginPasskey, passkeysOf, removePasskey, renamePasskey } from '../../people/passkeys.ts';
import { Problem } from '../../problems.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';
import { publicConsoleRoute, requestOrigin, respondWithSession, type SessionRouteParts } from './session-routes.ts';

const PASSKEY_PROOF_SHAPE = { ceremony: 'text', response: 'object' } as const;

export function passkeyRoutes(parts: PasskeySignInParts): Route[] {
  const anybody = { allowed: 'any person' } as const;
  const confirmed = { allowed: 'confirmed person' } as const;
  return [
    {
      method: 'GET',
      path: `${ACCOUNT_PATH}/Me/Passkeys`,
      operation: 'consoleListPasskeys',
      needs: anybody,
      handle: async ({ caller }) => ({ status: 200, body: JSON.stringify(await passkeysOf(parts, caller)) }),
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Me/Passkeys/Options`,
      operation: 'consoleBeginPasskey',
      needs: confirmed,
      heeds: { body: false },
      handle: async ({ caller }) => answer(200, await beginPasskey(parts, caller)),
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Me/Passkeys`,
      operation: 'consoleAddPasskey',
      needs: confirmed,
      handle: async (request) => {
        const body = readBody(request, { ...PASSKEY_PROOF_SHAPE, name: 'text' });
        return body instanceof Problem
          ? body
          : answer(201, await addPasskey(parts, request.caller, body, requestOrigin(request)));
      },
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Me/Passkeys/:id/Rename`,
      operation: 'consoleRenamePasskey',
      needs: confirmed,
      handle: async (request) => {
        const body = readBody(request, { name: 'text' });
        if (body instanceof Problem) return body;
        const { caller, parameters } = request;
        return (
          (await renamePasskey(parts, caller, parameters.id!, body.name, requestOrigin(request))) ?? { status: 204 }
        );
      },
    },
    {
      method: 'DELETE',
      path: `${ACCOUNT_PATH}/Me/Passkeys/:id`,
      operation: 'consoleRemovePasskey',
      needs: confirmed,
      handle: async (request: ApiRequest) =>
        (await removePasskey(parts, request.caller, request.parameters.id!, requestOrigin(request))) ?? { status: 204 },
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Session/Passkey/Options`,
      operation: 'consoleBeginPasskeyConfirmation',
      needs: anybody,
      heeds: { body: false },
      handle: async ({ caller }) => answer(200, await beginPasskeyConfirmation(parts, caller)),
    },
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Session/Passkey`,
      operation: 'consoleConfirmByPasskey',
      needs: anybody,
      handle: async (request) => {
        const body = readBody(request, PASSKEY_PROOF_SHAPE);
        if (body instanceof Problem) return body;
        const outcome = await confirmByPasskey(parts, request.caller, body, requestOrigin(request));
        return outcome instanceof Problem ? outcome : answer(200, { passwordUntil: outcome.until });
      },
    },
  ];
}

/** Creates the routes for sign-in by passkey, which need no session. */
export function passkeySignInRoutes(parts: SessionRouteParts & PasskeySignInParts): PublicRoute[] {
  return [
    publicConsoleRoute(parts, 'POST', '/Session/Passkey/Options', async () =>
      answer(200, await beginPasskeySignIn(parts)),
    ),
    publicConsoleRoute(parts, 'POST', '/Session/Passkey', async (request) => {
      const body = readBody(request, PASSKEY_PROOF_SHAPE);
      if (body instanceof Problem) return body;
      return respondWithSession(parts, request, (origin) => signInByPasskey(parts, body, origin));
    }),
  ];
}

function answer(status: 200 | 201, outcome: object): ApiResponse | Problem {
  return outcome instanceof Problem ? outcome : { status, body: JSON.stringify(outcome) };
}
