/** A real mail server on this machine, and what it was given. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';

export interface Arrived {
  readonly to: string[];
  readonly raw: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailServer {
  readonly port: number;
  /** Without a password; `user:password` goes before the host. */
  readonly url: string;
  readonly arrived: Arrived[];
  /** The status, and words with it, that recipients are refused with; undefined takes all. */
  refuse: { readonly status: number; readonly words: string } | undefined;
  stop(): Promise<void>;
}

export const MAIL_FROM = 'Maintenance <mds@example.com>';
export const MAIL_PASSWORD = 'p4ss-of-the-mail-server';

export async function startMailServer(t: Pick<TestContext, 'after'>, port = 0): Promise<MailServer> {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ password }, _session, done) =>
      password === MAIL_PASSWORD ? done(null, { user: 'mds' }) : done(new Error('wrong')),
    onRcptTo(_address, _session, done) {
      if (one.refuse === undefined) return done();
      done(Object.assign(new Error(one.refuse.words), { responseCode: one.refuse.status }));
    },
    async onData(stream, session, done) {
      const raw = await text(stream);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      arrived.push({ to, raw, ...partsOf(raw) });
      done();
    },
  });
  // Clients that go away are their own affair.
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const own = (server.server.address() as AddressInfo).port;
  let stopping: Promise<void> | undefined;
  const one: MailServer = {
    port: own,
    url: `smtp://mds:${MAIL_PASSWORD}@127.0.0.1:${own}`,
    arrived,
    refuse: undefined,
    stop: () => (stopping ??= new Promise<void>((closed) => server.close(closed))),
  };
  t.after(() => one.stop());
  return one;
}

function partsOf(raw: string): Pick<Arrived, 'subject' | 'text' | 'html'> {
  const subject = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? '';
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '\0';
  const part = (type: string) => {
    const found = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
    const [head = '', ...body] = found.split('\r\n\r\n');
    const kept = body.join('\r\n\r\n');
    if (/encoding: base64/i.test(head)) return Buffer.from(kept, 'base64').toString();
    if (!/encoding: quoted-printable/i.test(head)) return kept;
    const bytes = kept
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  };
  return { subject, text: part('text/plain'), html: part('text/html') };
}
