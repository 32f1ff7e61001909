/** Employees: leads first, then the people they lead. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, date } from '../calendar.ts';
import type { Dice } from '../dice.ts';
import { mobilePhone } from '../names.ts';
import { anyClerk, emailOfUser, employee } from '../staff.ts';
import { birthOf, diceFor, isDeleted, placeFor, type World } from '../world.ts';
import { ending, lastTouched } from './ending.ts';

export function employeeRecord(world: World, id: number): RecordFields {
  const facts = employee(world, id);
  const dice = diceFor(world, 'Employees', id);
  const { share, createdOn } = birthOf(world, 'Employees', id, dice);
  const left = facts.status === 'Terminated';
  const leftOn = createdOn + Math.floor((world.now - createdOn) * (0.2 + 0.8 * dice.share()));
  const hiredOn = createdOn - (share > 0 ? dice.between(0, 10) : dice.between(60, 5_000)) * DAY;
  const clerk = anyClerk(world, dice, share);
  return {
    ID: id,
    EmployeeNumber: dice.chance(0.95) ? `${world.firm.prefix}${String(1_000 + id)}` : null,
    FirstName: facts.name.first,
    LastName: facts.name.last,
    DisplayName: `${facts.name.first} ${facts.name.last}`,
    Email: emailOfUser(world, id),
    Phone: dice.chance(0.85) ? mobilePhone(dice) : null,
    JobTitle: facts.title,
    Department: facts.department,
    Status: facts.status,
    HiredOn: date(hiredOn),
    TerminatedOn: left ? date(leftOn) : null,
    ManagerEmployeeID: facts.managerID,
    HomeLocationID: dice.chance(0.9) ? placeFor(world, dice, 'site', share) : null,
    UserID: isDeleted('Users', id) || (left && dice.chance(0.5)) ? null : id,
    HourlyRate: dice.chance(0.9) ? dice.between(facts.leads ? 96 : 56, facts.leads ? 168 : 112) / 4 : null,
    Certifications: facts.certificates.map((name) => certificate(world, dice, name)),
    ...ending(world, {
      type: 'Employees',
      id,
      externalID: dice.chance(0.6) ? `PAYROLL-${2_000 + id}` : null,
      customFields: dice.chance(0.2)
        ? { ShirtSize: dice.pick(['S', 'M', 'L', 'XL']), FirstAider: dice.chance(0.3) }
        : {},
      createdOn,
      updatedOn: left ? leftOn : lastTouched(world, dice, createdOn),
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}

/** Returns a certificate. Some have expired, so that users have something to find. */
function certificate(world: World, dice: Dice, name: string) {
  return {
    Name: name,
    Number: dice.chance(0.8) ? dice.digits(8) : null,
    ExpiresOn: dice.chance(0.85) ? date(world.now + dice.between(-90, 1_400) * DAY) : null,
  };
}
