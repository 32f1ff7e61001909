/** Content of the emails, as plain text and as HTML in which every value is escaped. */
import { formatTimestamp } from '../lib/time.ts';
import type { AlertState, EmailText } from './store.ts';

export interface LinkEmail {
  readonly to: string;
  readonly kind: 'invitation' | 'reset';
  readonly account: string;
  readonly link: string;
  readonly expiresOn: string;
}

export function renderLinkEmail({ to, kind, account, link, expiresOn }: LinkEmail): EmailText {
  const [subject, what] = LINK_WORDS[kind](plain(account));
  const still = `The link works once, until ${expiresOn}. Whoever has it can come in with it: do not pass it on.`;
  return letter(to, subject, [what, { link }, still, 'If you did not expect this letter, you need not do anything.']);
}

const LINK_WORDS: Readonly<Record<LinkEmail['kind'], (account: string) => readonly [string, string]>> = {
  invitation: (account) => [
    `Invitation to ${account}`,
    `You are invited to the maintenance records of ${account}. Accept here and choose a password:`,
  ],
  reset: (account) => [`New password for ${account}`, `Set a new password for the maintenance records of ${account}:`],
};

/**
 * Renders the alert for a failing or disabled subscription. Shows only the host of the endpoint, because the rest of
 * the URL often contains a token.
 */
export function renderAlertEmail(to: string, trouble: AlertState): EmailText {
  const { account, subscriptionID, name, targetUrl, state, why, beganOn } = trouble;
  const what = `webhook subscription ${subscriptionID}${name === null ? '' : ` (${plain(name)})`}`;
  const says = state === 'off' ? 'is switched off' : 'is failing';
  const host = URL.canParse(targetUrl) ? new URL(targetUrl).host : '';
  const next =
    state === 'off'
      ? 'Nothing is sent to it until it is switched on again. What it missed meanwhile can be sent with Recover.'
      : 'It is still tried. Look at its log of deliveries to see what the endpoint answers.';
  return letter(to, `${plain(account.name)}: ${what} ${says}`, [
    `The ${what} of ${plain(account.name)}, which delivers to ${plain(host)}, ${says} since ${formatTimestamp(beganOn)}.`,
    plain(why),
    next,
    'There is at most one such letter a day for each subscription.',
  ]);
}

/** Security-relevant changes that are reported to the admins, because each could give access to an intruder. */
export type AdminNotice =
  | { readonly kind: 'admin'; readonly email: string; readonly by: string }
  | { readonly kind: 'address'; readonly email: string; readonly before: string; readonly by: string }
  | {
      readonly kind: 'key';
      readonly name: string;
      readonly role: string;
      readonly areas: readonly string[];
      readonly by: string;
    };

export function adminNoticeEmail(to: string, account: string, notice: AdminNotice, on: number): EmailText {
  const firm = plain(account);
  const [subject, what, remedy] = adminNoticeWords(notice);
  return letter(to, `${firm}: ${subject}`, [
    `${plain(notice.by)} ${what} in the maintenance records of ${firm} on ${formatTimestamp(on)}.`,
    `If you expected this, you need not do anything. If not, ${remedy} at once, and look at the audit log.`,
    'Every admin of the account gets this letter.',
  ]);
}

function adminNoticeWords(notice: AdminNotice): readonly [subject: string, what: string, remedy: string] {
  if (notice.kind === 'key') {
    const grant = `the role ${notice.role} and the areas ${notice.areas.join(', ')}`;
    return ['a key was added', `made the API key "${plain(notice.name)}" with ${grant}`, 'revoke the key'];
  }
  const email = plain(notice.email);
  if (notice.kind === 'admin') return ['an admin was added', `made ${email} an admin`, 'disable that person'];
  const change = `changed the e-mail address of the admin ${plain(notice.before)} to ${email}`;
  return ["an admin's address was changed", change, 'disable that person'];
}

type Paragraph = string | { readonly link: string };

function letter(to: string, subject: string, paragraphs: readonly Paragraph[]): EmailText {
  const text = paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n');
  const html = paragraphs.map((one) => {
    if (typeof one === 'string') return `<p>${escaped(one)}</p>`;
    return `<p><a href="${escaped(one.link)}">${escaped(one.link)}</a></p>`;
  });
  return { to, subject, text: `${text}\n`, html: `<!doctype html><meta charset="utf-8">${html.join('')}` };
}

/**
 * Reduces a value to one line of at most `MAX` characters, so that an account name cannot act as an email of its own.
 */
function plain(value: string): string {
  const line = value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MAX ? `${line.slice(0, MAX - 1).toWellFormed()}…` : line;
}
const MAX = 300;

function escaped(value: string): string {
  return value.replaceAll(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}
