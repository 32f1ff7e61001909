/** Sends one email to the mail server, on its own connection, and returns the outcome. */
import nodemailer from 'nodemailer';
import type { EmailText } from './store.ts';

/**
 * Outcome of one attempt. Contains codes only: a server's error text may repeat the email and the sign-in link in it.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  /** Permanent failure: a retry would be refused as well. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** Temporary failure. `status` is set if the server answered; the next email may succeed. */
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly code: string };

export interface Smtp {
  send(id: string, letter: EmailText): Promise<MailOutcome>;
}

export interface SmtpOptions {
  /** URL with smtp:// or smtps://, including user and password if the server requires them. */
  readonly url: string;
  readonly from: string;
  readonly connectMs?: number;
  /** Timeout for sending one email. */
  readonly sendMs?: number;
}

export const SEND_MS = 60_000;

export function createSmtp({ url, from, connectMs = 10_000, sendMs = SEND_MS }: SmtpOptions): Smtp {
  const transport = nodemailer.createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: Math.min(sendMs, 30_000),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(id, { to, cc = [], subject, text, html }) {
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        cc: cc.map((address) => ({ name: '', address })),
        subject,
        text,
        html,
        // Use the same id for every retry, so that duplicates can be recognised.
        messageId: `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      });
      return within(
        sendMs,
        sending.then(() => SENT, outcomeOf),
      );
    },
  };
}

/**
 * True if the connection must use TLS: a password is sent in clear only within this machine. `localhost.example.com` is
 * another machine.
 */
export function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

const SENT: MailOutcome = { kind: 'sent' };

function outcomeOf(failure: unknown): MailOutcome {
  const { responseCode, code = 'unknown' } = failure as { responseCode?: number; code?: string };
  // Wrong credentials are not a fault of the email: an operator will correct them, so retry.
  const forGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return forGood ? { kind: 'refused', status: responseCode, code } : { kind: 'failed', status: responseCode, code };
}

async function within(ms: number, outcome: Promise<MailOutcome>): Promise<MailOutcome> {
  const { promise, resolve } = Promise.withResolvers<MailOutcome>();
  const timer = setTimeout(() => resolve({ kind: 'failed', status: undefined, code: 'ETIMEDOUT' }), ms);
  return Promise.race([outcome, promise]).finally(() => clearTimeout(timer));
}
