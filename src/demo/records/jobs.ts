/** Jobs: projects for a customer; the recent ones are still in progress. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, HOUR, inWorkingHours, timestamp, timestampOrNull } from '../calendar.ts';
import { outcome, spread } from '../dice.ts';
import { emailOf, landline, somebody } from '../names.ts';
import { anyClerk, anyTechnician } from '../staff.ts';
import type { JobWords } from '../vocabulary.ts';
import { birthOf, diceFor, inSentence, numbered, placeFor, type World } from '../world.ts';
import { ending } from './ending.ts';
import { nameOfLocation } from './locations.ts';

export type JobState = 'Scheduled' | 'InProgress' | 'OnHold' | 'Completed' | 'Cancelled';

const settled = [
  ['Completed', 0.9],
  ['Cancelled', 0.07],
  ['OnHold', 1],
] as const;
const current = [
  ['InProgress', 0.5],
  ['Scheduled', 0.35],
  ['OnHold', 0.05],
  ['Cancelled', 0.04],
  ['Completed', 1],
] as const;

export function job(world: World, id: number): RecordFields {
  const { words, state } = jobFacts(world, id);
  const dice = diceFor(world, 'Jobs', id, 1);
  const { share, createdOn } = birthOf(world, 'Jobs', id, dice);
  const locationID = placeFor(
    world,
    dice,
    words.type === 'Turnover' || words.type === 'Refurbishment' ? 'unit' : 'site',
    share,
  );
  const customer = dice.pick(world.firm.customers);
  const contact = somebody(dice);
  const days = dice.between(words.days[0], words.days[1]);
  const stamps = courseOf(world, state, createdOn, days, dice.share());
  const clerk = anyClerk(world, dice, share);
  return {
    ID: id,
    Number: numbered('J', id),
    Name: locationID === null ? words.name : `${words.name}, ${inSentence(nameOfLocation(world, locationID))}`,
    Description: dice.chance(0.92) ? `${words.text} Planned for ${days} days for ${customer}.` : null,
    Status: state,
    Type: words.type,
    Priority: dice.pick(['None', 'Low', 'Medium', 'Medium', 'High']),
    CustomerName: customer,
    ContactName: `${contact.first} ${contact.last}`,
    ContactPhone: dice.chance(0.8) ? landline(dice) : null,
    ContactEmail: dice.chance(0.85)
      ? emailOf(contact, `${customer.toLowerCase().replaceAll(' ', '-')}.example.com`)
      : null,
    CustomerReference: dice.chance(0.6) ? `REF ${dice.digits(6)}` : null,
    LocationID: locationID,
    ManagerEmployeeID: anyTechnician(world, dice, share),
    ...stamps.fields,
    CancelReason: state === 'Cancelled' ? dice.pick(world.firm.phrases.cancelReasons) : null,
    BudgetAmount: dice.chance(0.9) ? dice.between(words.budget[0], words.budget[1]) : null,
    Notes: dice.chance(0.3) ? dice.pick(world.firm.phrases.circumstances) : null,
    ...ending(world, {
      type: 'Jobs',
      id,
      externalID: dice.chance(0.4) ? `CRM-${9_000 + id}` : null,
      customFields: dice.chance(0.3) ? { Retention: dice.pick([0, 2.5, 5]), Quoted: true } : {},
      createdOn,
      updatedOn: stamps.last,
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}

/** Returns the facts of a job that its work orders need. */
export function jobFacts(world: World, id: number): { words: JobWords; state: JobState } {
  const position = id / world.counts.Jobs;
  return {
    words: diceFor(world, 'Jobs', id).pick(world.firm.jobs),
    state: outcome(spread(id, 'state'), position < 0.8 ? settled : current),
  };
}

function courseOf(world: World, state: JobState, createdOn: number, days: number, chance: number) {
  const plannedStart = inWorkingHours(createdOn + Math.floor((2 + 12 * chance) * DAY), Number.POSITIVE_INFINITY);
  const left = world.now - createdOn;
  const started =
    state === 'Scheduled' || state === 'Cancelled' ? null : Math.min(plannedStart, createdOn + Math.floor(left * 0.4));
  const ended = Math.min(
    (started ?? plannedStart) + Math.floor(days * (0.9 + 0.4 * chance) * DAY),
    createdOn + Math.floor(left * 0.9),
  );
  const completed = state === 'Completed' ? inWorkingHours(ended, world.now) : null;
  const cancelled = state === 'Cancelled' ? inWorkingHours(ended, world.now) : null;
  return {
    last: completed ?? cancelled ?? started ?? createdOn,
    fields: {
      ScheduledStartOn: timestamp(plannedStart),
      ScheduledEndOn: timestamp(plannedStart + days * DAY - 16 * HOUR),
      StartedOn: timestampOrNull(started),
      CompletedOn: timestampOrNull(completed),
      CancelledOn: timestampOrNull(cancelled),
    },
  };
}
