/** Users: whoever is Admin may change the company settings, whatever a write says; and an account never loses its last active admin. */
import { Problem } from '../../problems.ts';
import type { Draft } from '../draft.ts';
import { fault } from '../refusals.ts';
import type { RecordFields } from '../store.ts';
import type { Rule } from './rule.ts';

/** Who can let others in. */
const ACTIVE_ADMIN = { Role: 'Admin', Status: 'Active' } as const;

export const users: Rule = {
  settle({ after }) {
    if (after.Role === 'Admin') after.CompanySettings = true;
    return undefined;
  },
  guard: {
    needs: (draft) => (losesAdmin(draft) ? [{ need: 'another', type: 'Users', having: ACTIVE_ADMIN }] : []),
    judge: (draft, found) =>
      losesAdmin(draft) && !found.another('Users', ACTIVE_ADMIN) ? lastAdmin(draft) : undefined,
  },
};

function losesAdmin({ before, after }: Draft): boolean {
  return before !== undefined && isActiveAdmin(before) && !isActiveAdmin(after);
}

function isActiveAdmin(user: RecordFields): boolean {
  return user.Role === ACTIVE_ADMIN.Role && user.Status === ACTIVE_ADMIN.Status && user.Deleted !== true;
}

function lastAdmin({ before, after }: Draft): Problem {
  const field = (['Deleted', 'Status', 'Role'] as const).find((name) => before![name] !== after[name])!;
  return new Problem(
    'conflict',
    `${before!.Email} is the last active admin of the account, without whom nobody could let others in. Make somebody else an active admin first.`,
    { errors: [fault(`/${field}`, 'would leave the account without an active admin')] },
  );
}
