/**
 * State from which every record is generated: a firm, its size and the current time. Its memory does not grow with the
 * number of records.
 */
import type { RecordTypeName } from '../catalogue/index.ts';
import { DAY, HOUR, momentAt, type Year, yearBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { harbour } from './harbour/firm.ts';
import type { PersonName } from './names.ts';
import { ridgeway } from './ridgeway/firm.ts';
import type { DemoSize } from './sizes.ts';
import type { FirmKey, PlaceRole, Vocabulary } from './vocabulary.ts';

export interface World {
  readonly firm: Vocabulary;
  readonly counts: DemoSize;
  readonly now: number;
  readonly year: Year;
  readonly seed: number;
  readonly admin: DemoAdmin;
}

export interface DemoAdmin {
  readonly email: string;
  readonly name: PersonName;
}

const firms: Record<FirmKey, Vocabulary> = { harbour, ridgeway };

export function worldOf(options: {
  firm: FirmKey;
  counts: DemoSize;
  now: number;
  seed: number;
  admin: DemoAdmin;
}): World {
  return { ...options, firm: firms[options.firm], year: yearBefore(options.now) };
}

/** Describes when records of a type are created and deleted. */
interface Origin {
  readonly stream: number;
  /**
   * Day of the account's first week on which the first records are created; without it, records are created throughout
   * the year.
   */
  readonly day?: number;
  /** Remainder (ID modulo 50) of deleted records: two percent of every type that has at least fifty records. */
  readonly deleted: number;
}

const origins = {
  Users: { stream: 1, day: 0, deleted: 37 },
  Locations: { stream: 2, day: 1, deleted: 49 }, // a flat or a bay, which has nothing within it
  Vendors: { stream: 3, day: 2, deleted: 23 },
  Products: { stream: 4, day: 3, deleted: 21 },
  Employees: { stream: 5, day: 4, deleted: 31 },
  AssetStatuses: { stream: 6, day: 5, deleted: 49 },
  Boards: { stream: 7, day: 5, deleted: 49 },
  FormTemplates: { stream: 8, day: 6, deleted: 49 },
  Assets: { stream: 9, day: 7, deleted: 27 },
  Jobs: { stream: 10, deleted: 33 },
  WorkOrders: { stream: 11, deleted: 29 },
  Tasks: { stream: 12, deleted: 28 },
  Forms: { stream: 13, deleted: 17 },
  PurchaseOrders: { stream: 14, deleted: 41 },
  Routes: { stream: 15, deleted: 19 },
} as const satisfies Record<RecordTypeName, Origin>;

/**
 * Types with all records from the first week on. Of the other types created then, some records follow during the year.
 */
const complete = new Set<RecordTypeName>(['AssetStatuses', 'Boards', 'FormTemplates']);
const ENTERED_AT_FIRST = 0.85;
/** Types with fewer records than this are created all at once. */
const A_HANDFUL = 20;

function enteredAtFirst(world: World, type: RecordTypeName): number {
  return complete.has(type) || world.counts[type] < A_HANDFUL ? 1 : ENTERED_AT_FIRST;
}

/**
 * Returns the random source of a record. Different aspects of one record use independent sources, so that one can be
 * computed without the other.
 */
export function diceFor(world: World, type: RecordTypeName, id: number, aspect = 0): Dice {
  return new Dice(world.seed, world.firm.number * 1_000 + origins[type].stream * 10 + aspect, id);
}

/** Creation of a record: its time, and the share of the year's events before it. */
export interface Birth {
  readonly share: number;
  readonly createdOn: number;
}

/** Returns the creation of a record. IDs ascend with time, and no record is older than those it refers to. */
export function birthOf(world: World, type: RecordTypeName, id: number, dice: Dice): Birth {
  const position = (id - 1 + dice.share()) / world.counts[type];
  const origin: Origin = origins[type];
  if (origin.day === undefined) return { share: position, createdOn: momentAt(world.year, position) };
  const first = enteredAtFirst(world, type);
  if (position < first) {
    const midnight = Math.floor((world.year.start - 14 * DAY) / DAY) * DAY;
    return { share: 0, createdOn: midnight + origin.day * DAY + 8 * HOUR + Math.floor(position * 9 * HOUR) };
  }
  const share = (position - first) / (1 - first);
  return { share, createdOn: momentAt(world.year, share) };
}

/** Returns the number of records of a type that exist after the given share of the year's events. */
export function existing(world: World, type: RecordTypeName, share: number): number {
  const count = world.counts[type];
  const origin: Origin = origins[type];
  if (origin.day === undefined) return Math.floor(count * share);
  const first = enteredAtFirst(world, type);
  return Math.floor(count * (first + (1 - first) * share));
}

export function isDeleted(type: RecordTypeName, id: number): boolean {
  return id % 50 === origins[type].deleted;
}

/** Returns the ID, or its neighbour if that record is deleted; null if there is no such record. */
export function alive(type: RecordTypeName, id: number): number | null {
  if (id < 1) return null;
  return isDeleted(type, id) ? id - 1 : id;
}

/** Returns a random record of a type that exists at that time. */
export function anyOf(world: World, dice: Dice, type: RecordTypeName, share: number): number | null {
  const count = existing(world, type, share);
  return count === 0 ? null : alive(type, dice.below(count) + 1);
}

/** Returns one of the `back` newest records, for a type whose records are created throughout the year. */
export function recent(world: World, dice: Dice, type: RecordTypeName, share: number, back: number): number | null {
  return alive(type, existing(world, type, share) - dice.below(back));
}

/** Returns a location with the given role. */
export function placeFor(world: World, dice: Dice, role: PlaceRole, share: number): number | null {
  const { places } = world.firm;
  const count = existing(world, 'Locations', share);
  const sites = Math.floor(count / places.length);
  const site = dice.below(sites);
  const fitting = positions(world, role);
  const position = sites > 0 ? dice.pick(fitting) : fitting.find((index) => index < count);
  // The smallest firm has not even one whole site.
  return position === undefined
    ? anyOf(world, dice, 'Locations', share)
    : alive('Locations', site * places.length + position + 1);
}

function positions(world: World, role: PlaceRole): readonly number[] {
  const known = byRole.get(world.firm) ?? new Map<PlaceRole, number[]>();
  byRole.set(world.firm, known);
  const found = known.get(role) ?? world.firm.places.flatMap((place, index) => (place.role === role ? [index] : []));
  known.set(role, found);
  return found;
}
const byRole = new WeakMap<Vocabulary, Map<PlaceRole, number[]>>();

export function numbered(prefix: string, id: number): string {
  return `${prefix}-${String(id).padStart(6, '0')}`;
}

/** Lowercases the first letter of a name for use in the middle of a sentence. */
export function inSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
