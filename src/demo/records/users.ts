/** Users: the admin, then all employees of the firm, then its guests. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, timestampOrNull } from '../calendar.ts';
import { outcome, spread } from '../dice.ts';
import { mobilePhone } from '../names.ts';
import { emailOfUser, employee, nameOfUser } from '../staff.ts';
import { birthOf, diceFor, type World } from '../world.ts';
import { ending } from './ending.ts';

export function user(world: World, id: number): RecordFields {
  const dice = diceFor(world, 'Users', id);
  const { createdOn } = birthOf(world, 'Users', id, dice);
  const { role, status } = standing(world, id);
  const name = nameOfUser(world, id);
  const lastLogin =
    status === 'Invited' ? null : world.now - Math.floor(dice.share() * recency(status, world.now - createdOn));
  return {
    ID: id,
    Email: emailOfUser(world, id),
    FirstName: name.first,
    LastName: name.last,
    Phone: dice.chance(0.7) ? mobilePhone(dice) : null,
    Role: role,
    CompanySettings: role === 'Admin' || (role === 'Manager' && dice.chance(0.3)),
    Status: status,
    TimeZone: 'Europe/London',
    Locale: dice.chance(0.95) ? 'en-GB' : 'pl',
    LastLoginOn: timestampOrNull(lastLogin),
    ...ending(world, {
      type: 'Users',
      id,
      externalID: dice.chance(0.3) ? `SSO-${7_000 + id}` : null,
      createdOn,
      updatedOn: lastLogin ?? createdOn,
      createdBy: 1,
      updatedBy: status === 'Active' ? id : 1,
    }),
  };
}

function standing(world: World, id: number) {
  if (id === 1) return { role: 'Admin', status: 'Active' } as const;
  if (id <= world.counts.Employees) {
    const { leads, status } = employee(world, id);
    return { role: leads ? 'Manager' : 'Technician', status: status === 'Terminated' ? 'Disabled' : 'Active' } as const;
  }
  const status = outcome(spread(id, 'state'), [
    ['Invited', 0.2],
    ['Disabled', 0.15],
    ['Active', 1],
  ]);
  // The first guest is the consultant who set the account up.
  return { role: id === world.counts.Employees + 1 ? 'Admin' : 'ReadOnly', status } as const;
}

/** Returns the maximum age of the last login. */
function recency(status: 'Active' | 'Disabled', sinceCreation: number): number {
  return status === 'Active' ? Math.min(sinceCreation, 9 * DAY) : sinceCreation;
}
