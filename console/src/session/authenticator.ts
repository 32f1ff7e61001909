/** Passkey requests to the browser. If the user cancels, the result is undefined, not an error. */
import { callApiOrThrow } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';
import { words } from '../words/session.ts';

interface Begun {
  readonly ceremony: string;
  readonly options: unknown;
}

/** True if the browser supports passkeys here. They need a host name, and TLS or localhost. */
export function supportsPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return (
    isSecureContext &&
    !isAddress &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Signs in with a passkey at `path`. Returns undefined if the user cancels. */
export async function signInWithPasskey<T>(path: string, open: boolean): Promise<T | undefined> {
  const { ceremony, options } = await callApiOrThrow<Begun>('POST', `${path}/Options`, {}, { open });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const response = await unlessGivenUp(navigator.credentials.get({ publicKey }));
  return response && callApiOrThrow<T>('POST', path, { ceremony, response }, { open });
}

/** Creates a passkey. Returns undefined if the user cancels. */
export async function createPasskey<T>(path: string, name: string): Promise<T | undefined> {
  const { ceremony, options } = await callApiOrThrow<Begun>('POST', `${path}/Options`, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const response = await unlessGivenUp(navigator.credentials.create({ publicKey }));
  return response && callApiOrThrow<T>('POST', path, { ceremony, name, response });
}

async function unlessGivenUp(asked: Promise<Credential | null>): Promise<object | undefined> {
  try {
    return ((await asked) as PublicKeyCredential | null)?.toJSON();
  } catch (failure) {
    const { name, message } = failure as Error;
    // The device has one already; or somebody pressed Cancel, or waited too long.
    if (name === 'InvalidStateError' || name === 'NotAllowedError' || name === 'AbortError') return undefined;
    // Made for another host, say: a page shows refusals, and nothing else that is thrown.
    throw new Problem({ code: name, title: words.passkeyRefused, detail: message }, 400);
  }
}
