/// <reference path="./oidc-provider.d.ts" />
/** A real provider of single sign-on on this machine. Who signs in there is set by the test, and so is what becomes of the ID tokens. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider from 'oidc-provider';

export interface Claims {
  [name: string]: unknown;
}

export interface OidcProvider {
  readonly issuer: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Who is at the keyboard. */
  person: { email: string; verified: boolean };
  /** What becomes of the ID token before it leaves; a text is sent as it is. */
  tamper: ((claims: Claims, sealed: (claims: Claims, header?: object) => string) => string) | undefined;
  /** Whether it answers every exchange as it did the last, whatever code it is for. */
  isLax: boolean;
  /** Everything secret that went over the wire: codes, tokens. */
  readonly secrets: string[];
  stop(): Promise<void>;
}

/** Where people reach the service, as far as the provider knows. */
export const PUBLIC_URL = 'http://localhost:8080';
const CALLBACK = '/console/api/SingleSignOn/Callback';
const CLIENT = { id: 'mds', secret: 'the-secret-of-the-client-at-the-provider' };

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };

export async function startOidcProvider(
  t: Pick<TestContext, 'after'>,
  port = 0,
  publicUrl = PUBLIC_URL,
): Promise<OidcProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const one: OidcProvider = {
    issuer,
    environment: {
      MDS_OIDC_ISSUER: issuer,
      MDS_OIDC_CLIENT_ID: CLIENT.id,
      MDS_OIDC_CLIENT_SECRET: CLIENT.secret,
      MDS_PUBLIC_URL: publicUrl,
    },
    person: { email: 'admin@example.com', verified: true },
    tamper: undefined,
    isLax: false,
    secrets: [CLIENT.secret],
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [publicUrl + CALLBACK],
        post_logout_redirect_uris: [`${publicUrl}/console/signin`],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: one.person.email, email_verified: one.person.verified }),
    }),
    // Whoever signs in has agreed long ago.
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  let last = '';
  const plain = provider.callback();
  answer = (request, response) => {
    if (request.url!.startsWith('/interaction/')) {
      const result = { login: { accountId: one.person.email } };
      void provider.interactionFinished(request, response, result);
      return;
    }
    if (request.url === '/token') {
      if (one.isLax) {
        response.setHeader('content-type', 'application/json');
        response.end(last);
        return;
      }
      watch(response);
    }
    plain(request, response);
  };
  t.after(() => one.stop());
  return one;

  /** The answer as it leaves, with another ID token. */
  function watch(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((chunk?: string | Buffer) => {
      const body =
        chunk === undefined ? {} : (JSON.parse(chunk.toString()) as { id_token?: string; access_token?: string });
      if (body.access_token !== undefined) one.secrets.push(body.access_token);
      if (body.id_token === undefined) return end(chunk);
      if (one.tamper !== undefined) {
        const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1]!, 'base64url').toString()) as Claims;
        body.id_token = one.tamper(claims, sealed);
      }
      one.secrets.push(body.id_token);
      const text = JSON.stringify(body);
      last = text;
      response.setHeader('content-length', Buffer.byteLength(text));
      return end(text);
    }) as never;
  }
}

/** As the provider itself signs. */
function sealed(claims: Claims, header: object = { alg: 'RS256', kid: 'test' }): string {
  const [head, body] = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
  return `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), key).toString('base64url')}`;
}

/** What a browser does at the provider: follows where it is led, with its cookies, until it is led back. The query it comes back with. */
export async function atProvider(location: string, jar = new Map<string, string>()): Promise<string> {
  let url = new URL(location);
  for (let steps = 0; steps < 10; steps++) {
    if (url.href.startsWith(PUBLIC_URL + CALLBACK)) return url.search.slice(1);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const given of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
      jar.set(name!, value!);
    }
    const next = response.headers.get('location');
    if (next === null)
      throw new Error(`The provider says ${response.status}: ${(await response.text()).slice(0, 500)}`);
    url = new URL(next, url);
  }
  throw new Error('The provider leads nowhere.');
}
