/**
 * Cookie of a session, or of a sign-in in progress at a provider. With TLS it is bound to the host and never sent
 * unencrypted (`__Host-`). Without TLS, a cookie under another name works on this machine only, so that neither can
 * replace the other.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../problems.ts';

export interface Cookies {
  /** Returns the token of a request; undefined if there is none, or more than one. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /**
   * Returns the value of `Set-Cookie` for a new session. Refuses if the browser would not store the cookie or others
   * could read it.
   */
  write(headers: IncomingHttpHeaders, token: string, lastsMs: number): string | Problem;
  /** Value of `Set-Cookie` that deletes the cookie. */
  readonly none: string;
}

/** Creates the cookie functions; `of` is the kind of cookie, by default a session. */
export function createCookies({ secure, of }: { readonly secure: boolean; readonly of?: 'ceremony' }): Cookies {
  const plain = of === undefined ? 'mds' : `mds-${of}`;
  const form = of === undefined ? SESSION_TOKEN_PATTERN : SEALED_STATE_PATTERN;
  const name = secure ? `__Host-${plain}` : plain;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read({ cookie }) {
      const values = (cookie ?? '').split(';').flatMap((part) => {
        const at = part.indexOf('=');
        return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : [];
      });
      // With two cookies of the same name, an attacker has set one, and the right one is unknown.
      return values.length === 1 && form.test(values[0]!) ? values[0] : undefined;
    },
    write({ host }, token, lastsMs) {
      if (!secure && !isThisMachine(host)) return insecure();
      return `${name}=${token}; Max-Age=${Math.floor(lastsMs / 1000)}; ${attributes}`;
    },
    none: `${name}=; Max-Age=0; ${attributes}`,
  };
}

const SESSION_TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const SEALED_STATE_PATTERN = /^[A-Za-z0-9_.-]{1,3000}$/;

function isThisMachine(host = ''): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

function insecure(): Problem {
  return new Problem(
    'insecure_connection',
    'Without TLS people sign in only on the machine of the service itself (http://localhost). The operator gives it a certificate ' +
      '(MDS_TLS_CERT_FILE), or says by MDS_PUBLIC_URL=https://... that a proxy speaks TLS for it.',
  );
}
