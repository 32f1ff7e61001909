/** Assets: the kind and location of each follow from its ID, so that other records can refer to them. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, date, inWorkingHours, timestampOrNull } from '../calendar.ts';
import { type Dice, type ShareTable, shareTable } from '../dice.ts';
import { anyClerk, anyTechnician } from '../staff.ts';
import type { AssetKind, Vocabulary } from '../vocabulary.ts';
import { anyOf, birthOf, diceFor, existing, inSentence, isDeleted, placeFor, type World } from '../world.ts';
import { ending } from './ending.ts';
import { nameOfLocation } from './locations.ts';

export interface Asset {
  readonly id: number;
  readonly share: number;
  readonly createdOn: number;
  readonly kind: AssetKind;
  readonly parentID: number | null;
  readonly locationID: number | null;
  /** Position of the status among the firm's statuses. */
  readonly status: number;
  readonly boughtOn: number;
  readonly inServiceOn: number;
  /** Intensity of use, relative to the average of its kind. */
  readonly pace: number;
}

const YEAR = 365 * DAY;

export function assetRecord(world: World, id: number): RecordFields {
  const facts = asset(world, id);
  const { kind, share, createdOn, boughtOn, inServiceOn } = facts;
  const dice = diceFor(world, 'Assets', id, 1);
  const retired = world.firm.assetStatuses[facts.status]![1] === 'Retired';
  const seen = createdOn + Math.floor((world.now - createdOn) * (0.6 + 0.4 * dice.share()));
  const lastSeen = inWorkingHours(seen, world.now);
  const meterReadOn = kind.meter && dice.chance(0.95) ? lastSeen : null;
  const maker = dice.pick(kind.makers);
  const model = dice.pick(kind.models);
  const clerk = anyClerk(world, dice, share);
  return {
    ID: id,
    Name: nameOfAsset(world, facts),
    Description: dice.chance(0.85) ? describe(world, dice, facts, `${maker} ${model}`) : null,
    AssetNumber: dice.chance(0.96) ? `${world.firm.prefix}-A${String(id).padStart(6, '0')}` : null,
    SerialNumber: dice.chance(0.85) ? `${maker.slice(0, 2).toUpperCase()}${dice.digits(8)}` : null,
    Barcode: dice.chance(0.6) ? `29${dice.digits(10)}` : null,
    Manufacturer: maker,
    Model: model,
    ModelYear: dice.chance(0.9) ? new Date(boughtOn).getUTCFullYear() : null,
    Category: kind.category,
    ParentAssetID: facts.parentID,
    LocationID: facts.locationID,
    AssetStatusID: facts.status + 1,
    Criticality: dice.chance(0.92) ? kind.criticality : null,
    VendorID: dice.chance(0.5) ? anyOf(world, dice, 'Vendors', share) : null,
    AssignedEmployeeID: dice.chance(0.25) ? anyTechnician(world, dice, share) : null,
    PurchasedOn: dice.chance(0.9) ? date(boughtOn) : null,
    InServiceOn: date(inServiceOn),
    WarrantyExpiresOn: dice.chance(0.8) ? date(inServiceOn + dice.pick([1, 2, 2, 3, 5, 7]) * YEAR) : null,
    RetiredOn: retired ? date(lastSeen) : null,
    PurchaseCost: dice.chance(0.85) ? dice.between(kind.price[0] * 100, kind.price[1] * 100) / 100 : null,
    MeterUnit: kind.meter?.unit ?? null,
    MeterValue: meterReadOn === null ? null : meterAt(facts, meterReadOn),
    MeterReadOn: timestampOrNull(meterReadOn),
    ...ending(world, {
      type: 'Assets',
      id,
      externalID: dice.chance(0.7) ? `REGISTER-${id}` : null,
      customFields: customFields(dice, kind),
      createdOn,
      updatedOn: retired || meterReadOn !== null || dice.chance(0.6) ? lastSeen : createdOn,
      createdBy: clerk,
      updatedBy: anyTechnician(world, dice, share) ?? clerk,
    }),
  };
}

export function asset(world: World, id: number): Asset {
  const dice = diceFor(world, 'Assets', id);
  const kind = kindFrom(world.firm, dice);
  const { share, createdOn } = birthOf(world, 'Assets', id, dice);
  const parent = kind.partOf === undefined ? null : neighbour(world, id, kind.partOf);
  const locationID = parent === null ? placeFor(world, dice, kind.place, share) : asset(world, parent).locationID;
  const status = tablesOf(world.firm).statuses(dice.share());
  const boughtOn = createdOn - (share > 0 ? dice.between(1, 30) : dice.between(30, 4_300)) * DAY;
  const inServiceOn = boughtOn + dice.between(0, 28) * DAY;
  const pace = 0.7 + 0.6 * dice.share();
  return { id, share, createdOn, kind, parentID: parent, locationID, status, boughtOn, inServiceOn, pace };
}

/** Returns the meter reading at a time, to one decimal; null if the asset has no meter. Readings never decrease. */
export function meterAt({ kind, inServiceOn, pace }: Asset, moment: number): number | null {
  if (kind.meter === undefined) return null;
  return Math.round((Math.max(0, moment - inServiceOn) / YEAR) * kind.meter.aYear * pace * 10) / 10;
}

export function nameOfAsset(world: World, { id, kind, locationID }: Asset): string {
  if (world.firm.workIsNamedAfter === 'asset') return `${kind.name} ${String(id).padStart(3, '0')}`;
  return locationID === null ? kind.name : `${kind.name}, ${inSentence(nameOfLocation(world, locationID))}`;
}

/** Returns an asset that exists at that time and is neither deleted nor retired. */
export function anyWorkingAsset(world: World, dice: Dice, share: number): Asset | null {
  const count = existing(world, 'Assets', share);
  if (count === 0) return null;
  let id = dice.below(count) + 1;
  for (let tries = 0; tries < 20; tries++) {
    const found = asset(world, id);
    if (!isDeleted('Assets', id) && world.firm.assetStatuses[found.status]![1] !== 'Retired') return found;
    id = (id % count) + 1;
  }
  return null;
}

/** Returns a random vehicle, if one is found within 100 tries. */
export function anyVehicle(world: World, dice: Dice, share: number): Asset | null {
  const count = existing(world, 'Assets', share);
  for (let tries = 0; tries < 100 && tries < count; tries++) {
    const id = dice.below(count) + 1;
    if (!isDeleted('Assets', id) && kindFrom(world.firm, diceFor(world, 'Assets', id)).vehicle) return asset(world, id);
  }
  return null;
}

/** Returns the nearest asset of that kind with a lower ID, within 60 IDs. */
function neighbour(world: World, id: number, kind: string): number | null {
  for (let before = id - 1; before >= Math.max(1, id - 60); before--) {
    if (!isDeleted('Assets', before) && kindFrom(world.firm, diceFor(world, 'Assets', before)).name === kind)
      return before;
  }
  return null;
}

function kindFrom(firm: Vocabulary, dice: Dice): AssetKind {
  return firm.kinds[tablesOf(firm).kinds(dice.share())]!;
}

function tablesOf(firm: Vocabulary) {
  const tables = known.get(firm) ?? {
    kinds: shareTable(firm.kinds.map(({ share }) => share)),
    statuses: shareTable(firm.assetStatuses.map(([, , , share]) => share)),
  };
  known.set(firm, tables);
  return tables;
}
const known = new WeakMap<Vocabulary, { kinds: ShareTable; statuses: ShareTable }>();

function describe(world: World, dice: Dice, facts: Asset, what: string): string {
  const where = facts.locationID === null ? 'in store' : `at ${inSentence(nameOfLocation(world, facts.locationID))}`;
  const part =
    facts.parentID === null ? '' : ` Mounted on a ${inSentence(facts.kind.partOf ?? '')}, asset ${facts.parentID}.`;
  const more = dice.chance(0.5) ? ` Known for: ${inSentence(dice.pick(facts.kind.faults)[0])}.` : '';
  return `${what}, ${where}.${part} Regular work: ${inSentence(facts.kind.services[0]![0])}; ${inSentence(facts.kind.inspections[0]![0])}.${more}`;
}

/** Returns custom fields. Registrations contain the letters I and Q together, which are never issued. */
function customFields(dice: Dice, kind: AssetKind) {
  if (kind.vehicle) return { Registration: `RF${dice.between(15, 25)} QI${'ABCDEFGH'.charAt(dice.below(8))}` };
  return dice.chance(0.1) ? { Label: dice.pick(['printed', 'engraved', 'missing']) } : {};
}
