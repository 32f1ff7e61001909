/** One letter to the mail server, on a connection of its own, and what came of it. */
import nodemailer from 'nodemailer';
import type { EmailText } from './store.ts';

/** Only codes: what a server says in words may repeat the letter, and with it a link. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  /** For good: another try would be refused as well. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** `status`: the server answered, and may answer better to the next letter. */
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly code: string };

export interface Smtp {
  send(id: string, letter: EmailText): Promise<MailOutcome>;
}

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly url: string;
  readonly from: string;
  readonly connectMs?: number;
  /** For the whole of a letter. */
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
        // The same at every try, so that a letter that arrived twice can be seen to be one.
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

/** A password is said to nobody in clear, unless it stays on this machine: `localhost.example.com` is another one. */
export function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

const SENT: MailOutcome = { kind: 'sent' };

function outcomeOf(failure: unknown): MailOutcome {
  const { responseCode, code = 'unknown' } = failure as { responseCode?: number; code?: string };
  // Credentials that are wrong are no fault of the letter: somebody will put them right.
  const forGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return forGood ? { kind: 'refused', status: responseCode, code } : { kind: 'failed', status: responseCode, code };
}

async function within(ms: number, outcome: Promise<MailOutcome>): Promise<MailOutcome> {
  const { promise, resolve } = Promise.withResolvers<MailOutcome>();
  const timer = setTimeout(() => resolve({ kind: 'failed', status: undefined, code: 'ETIMEDOUT' }), ms);
  return Promise.race([outcome, promise]).finally(() => clearTimeout(timer));
}
