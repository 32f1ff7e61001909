/** Employees and users of the firm: employee n signs in as user n, further users are guests of the firm. */
import { type Dice, outcome, spread } from './dice.ts';
import { emailOf, type PersonName, personName } from './names.ts';
import { alive, diceFor, existing, isDeleted, type World } from './world.ts';

export interface Employee {
  readonly id: number;
  readonly name: PersonName;
  readonly leads: boolean;
  readonly title: string;
  readonly department: string;
  readonly certificates: readonly string[];
  readonly status: 'Active' | 'OnLeave' | 'Terminated';
  readonly managerID: number | null;
}

/** Number of people per lead. They are leads themselves, until no people are left to lead. */
const SPAN = 8;

export function employee(world: World, id: number): Employee {
  const { leads: leadWords, workers } = world.firm.people;
  const leads = SPAN * (id - 1) + 2 <= world.counts.Employees;
  const managerID = id === 1 ? null : alive('Employees', Math.floor((id - 2) / SPAN) + 1);
  const name = nameOfUser(world, id);
  if (leads) {
    const [title, department] = leadWords[Math.min(id, leadWords.length) - 1]!;
    return { id, name, leads, title, department, certificates: [], status: 'Active', managerID };
  }
  const [title, department, certificates] = workers[diceFor(world, 'Employees', id, 1).below(workers.length)]!;
  const status = outcome(spread(id, 'state'), [
    ['Terminated', 0.07],
    ['OnLeave', 0.05],
    ['Active', 1],
  ]);
  return { id, name, leads, title, department, certificates, status, managerID };
}

export function nameOfUser(world: World, id: number): PersonName {
  return id === 1 ? world.admin.name : personName(id + world.firm.number * 2_400);
}

export function emailOfUser(world: World, id: number): string {
  return staffOf(world).emails[id - 1]!;
}

/** Returns an employee who can be sent to work, among those who already exist. */
export function anyTechnician(world: World, dice: Dice, share: number): number | null {
  return anyUpTo(staffOf(world).technicians, existing(world, 'Employees', share), dice);
}

/** Returns a user who enters data: a lead or an office worker. */
export function anyClerk(world: World, dice: Dice, share: number): number {
  return anyUpTo(staffOf(world).clerks, existing(world, 'Users', share), dice) ?? 1;
}

interface Staff {
  readonly emails: readonly string[];
  readonly technicians: readonly number[];
  readonly clerks: readonly number[];
}

function staffOf(world: World): Staff {
  const staff = known.get(world) ?? gather(world);
  known.set(world, staff);
  return staff;
}
const known = new WeakMap<World, Staff>();

function gather(world: World): Staff {
  const emails = Array.from({ length: world.counts.Users }, (_, index) =>
    index === 0 ? world.admin.email : emailOf(nameOfUser(world, index + 1), world.firm.domain),
  );
  const atWork = Array.from({ length: world.counts.Employees }, (_, index) => employee(world, index + 1)).filter(
    ({ id, status }) => status !== 'Terminated' && !isDeleted('Employees', id) && !isDeleted('Users', id),
  );
  return {
    emails,
    technicians: atWork.filter(({ leads, certificates }) => !leads && certificates.length > 0).map(({ id }) => id),
    clerks: atWork.filter(({ certificates }) => certificates.length === 0).map(({ id }) => id),
  };
}

/** Returns a random ID that is at most `limit`, from IDs in ascending order; null if there is none. */
function anyUpTo(ids: readonly number[], limit: number, dice: Dice): number | null {
  let within = ids.length;
  while (within > 0 && ids[within - 1]! > limit) within--;
  return within === 0 ? null : ids[dice.below(within)]!;
}
