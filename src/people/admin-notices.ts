/**
 * Emails the admins of an account when an admin or an API key is added, or an admin's address changes. Wraps the stores
 * of a shard, so that every way to make the change is covered. The email is queued after the change: an unavailable
 * mail server or database never reverts the change.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/store.ts';
import { fold } from '../lib/fold.ts';
import { override } from '../lib/override.ts';
import type { Clock } from '../lib/time.ts';
import { type AdminNotice, adminNoticeEmail } from '../mail/letters.ts';
import type { Mail } from '../mail/mail.ts';
import { Problem } from '../problems.ts';
import type { Author, Decision, RecordFields, RecordStore } from '../records/store.ts';
import type { Actor } from './audit.ts';

interface Watched {
  readonly accounts: AccountStore;
  records(account: AccountScope): RecordStore;
}

export interface AdminNoticeParts {
  /** Mail queue; undefined if no mail server is configured, and then the stores stay unchanged. */
  readonly mail: Mail | undefined;
  readonly clock: Clock;
  readonly onFailure: (failure: unknown) => void;
}

/** Recipients of one e-mail; an account rarely has more admins. */
const MAX_RECIPIENTS = 20;

export function notifyingShards<Shard extends Watched>(
  shards: ReadonlyMap<string, Shard>,
  { mail, ...parts }: AdminNoticeParts,
): ReadonlyMap<string, Shard> {
  if (mail === undefined) return shards;
  return new Map([...shards].map(([id, shard]) => [id, notifyingShard(shard, { mail, ...parts })]));
}

function notifyingShard<Shard extends Watched>(
  shard: Shard,
  { mail, clock, onFailure }: AdminNoticeParts & { readonly mail: Mail },
): Shard {
  const { accounts } = shard;
  const own: Partial<Watched> = {
    accounts: override(accounts, {
      async createIntegration(account, integration, audit) {
        const isMade = await accounts.createIntegration(account, integration, audit);
        if (isMade) {
          const { name, role, areas, createdBy } = integration;
          const by = audit === undefined ? createdBy : nameOfActor(audit.by);
          await notify(account, { kind: 'key', name, role, areas, by });
        }
        return isMade;
      },
    }),
    records: (account) => {
      const records = shard.records(account);
      return override(records, {
        async change(change) {
          if (change.type !== 'Users') return records.change(change);
          let decision: Decision | undefined;
          const changed = await records.change({
            ...change,
            decide(...asked) {
              decision = change.decide(...asked);
              return decision;
            },
          });
          if (changed instanceof Problem || decision?.decision !== 'write') return changed;
          const { before, fields, by } = decision;
          const isWritten = changed.outcome === 'created' || changed.outcome === 'updated';
          const notice = isWritten ? noticeOf(before, fields, nameOfAuthor(by)) : undefined;
          if (notice !== undefined) await notify(account, notice);
          return changed;
        },
      });
    },
  };
  return override(shard, own as Partial<Shard>);

  async function notify(account: AccountScope, notice: AdminNotice): Promise<void> {
    try {
      const [to, ...cc] = await recipientsOf(account, notice);
      if (to === undefined) return;
      await mail.queue({ account, kind: 'notice', cc, ...adminNoticeEmail(to, account.name, notice, clock.now()) });
    } catch (failure) {
      onFailure(failure);
    }
  }

  /**
   * Returns all admins except the address in the notice, which may be an intruder's; adds the previous address of a
   * changed admin.
   */
  async function recipientsOf(account: AccountScope, notice: AdminNotice): Promise<string[]> {
    const admins = (await accounts.admins(account, MAX_RECIPIENTS)).map(({ email }) => email);
    if (notice.kind === 'key') return admins;
    const others = admins.filter((email) => fold(email) !== fold(notice.email));
    return notice.kind === 'address' ? [notice.before, ...others] : others;
  }
}

/** Returns the notice for a change of a user; undefined for most changes. */
function noticeOf(before: RecordFields | undefined, after: RecordFields, by: string): AdminNotice | undefined {
  if (!isAdmin(after)) return undefined;
  const email = after.Email as string;
  if (before === undefined || !isAdmin(before)) return { kind: 'admin', email, by };
  return before.Email === email ? undefined : { kind: 'address', email, before: before.Email as string, by };
}

/** True if the record is an admin, including invited but not disabled ones: enabling an admin adds one. */
function isAdmin({ Role, Status, Deleted }: RecordFields): boolean {
  return Role === 'Admin' && Status !== 'Disabled' && Deleted !== true;
}

function nameOfAuthor({ kind, name, email, approvedBy, proposedBy }: Author): string {
  if (approvedBy !== undefined) return `${approvedBy.email}, approving what ${name ?? email} proposed,`;
  if (kind === 'system') return OPERATOR;
  return proposedBy === undefined ? email : `${email}, editing what ${proposedBy.name ?? proposedBy.email} proposed,`;
}

function nameOfActor({ kind, email, name }: Pick<Actor, 'email' | 'name'> & { readonly kind: string | null }): string {
  return kind === 'system' ? OPERATOR : (email ?? name ?? OPERATOR);
}

const OPERATOR = 'Whoever runs the service, on the command line,';
