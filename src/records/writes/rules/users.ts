/**
 * Users: an Admin has Company Settings, whatever a write says. An account never loses its last active admin, and only people decide who
 * administers it: what a key could make of a user would outlive the key.
 */
import { Problem } from '../../../problems.ts';
import { fault } from '../../refusals.ts';
import type { Author, RecordFields } from '../../store.ts';
import type { RecordDraft } from '../draft.ts';
import type { Rule } from './rule.ts';

/** Values of a user who can admit others. */
const ACTIVE_ADMIN = { Role: 'Admin', Status: 'Active' } as const;

export const users: Rule = {
  settle({ after }) {
    if (after.Role === 'Admin') after.CompanySettings = true;
    return undefined;
  },
  guard: {
    needs: (draft) => (losesAdmin(draft) ? [{ need: 'another', type: 'Users', having: ACTIVE_ADMIN }] : []),
    judge: (draft, found) =>
      refuseKey(draft) ?? (losesAdmin(draft) && !found.another('Users', ACTIVE_ADMIN) ? lastAdmin(draft) : undefined),
  },
};

/** Fields that decide who comes in, and with which rights. */
const RIGHTS = ['Role', 'CompanySettings', 'Status', 'Email', 'Deleted'];

/** Refuses keys what only people decide. Every write of a user passes here, whichever door it comes through. */
function refuseKey({ before, after, by }: RecordDraft): Problem | undefined {
  if (isDecidedByPerson(by)) return undefined;
  if (before === undefined && after.Status !== 'Invited') {
    const detail = 'A user that a key makes starts as Invited. Leave Status out.';
    return personRequired(detail, ['Status']);
  }
  if (!isAdministrator(before) && !isAdministrator(after)) return undefined;
  const written =
    before === undefined
      ? ['Role', 'CompanySettings'].filter((field) => after[field] === 'Admin' || after[field] === true)
      : RIGHTS.filter((field) => before[field] !== after[field]);
  const detail =
    'A key cannot make, change or remove a user who is an Admin or has Company Settings. Let an Admin do it in the console, or propose it.';
  return written.length === 0 ? undefined : personRequired(detail, written);
}

/** True if a person decides the change. The operator of the service counts too: `system` is the command line. */
function isDecidedByPerson({ kind, approvedBy, awaitsApproval }: Author): boolean {
  return kind === 'person' || kind === 'system' || approvedBy !== undefined || awaitsApproval === true;
}

function isAdministrator(user: RecordFields | undefined): boolean {
  return user?.Role === 'Admin' || user?.CompanySettings === true;
}

function personRequired(detail: string, fields: readonly string[]): Problem {
  const errors = fields.map((field) => fault(`/${field}`, 'is written by a person, not by a key'));
  return new Problem('person_required', detail, { errors });
}

function losesAdmin({ before, after }: RecordDraft): boolean {
  return before !== undefined && isActiveAdmin(before) && !isActiveAdmin(after);
}

function isActiveAdmin(user: RecordFields): boolean {
  return user.Role === ACTIVE_ADMIN.Role && user.Status === ACTIVE_ADMIN.Status && user.Deleted !== true;
}

function lastAdmin({ before, after }: RecordDraft): Problem {
  const field = (['Deleted', 'Status', 'Role'] as const).find((name) => before![name] !== after[name])!;
  return new Problem(
    'conflict',
    `${before!.Email} is the last active admin of the account, without whom nobody could let others in. Make somebody else an active admin first.`,
    { errors: [fault(`/${field}`, 'would leave the account without an active admin')] },
  );
}
