/** Common fields at the end of every record. */

import type { RecordTypeName } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { inWorkingHours, timestamp } from '../calendar.ts';
import type { Dice } from '../dice.ts';
import { emailOfUser } from '../staff.ts';
import { isDeleted, type World } from '../world.ts';

/** Origin of a record, and the users who created and updated it. */
export interface Provenance {
  readonly type: RecordTypeName;
  readonly id: number;
  /** ID in the firm's previous system, if the record came from there. */
  readonly externalID: string | null;
  readonly customFields?: { readonly [name: string]: Json };
  readonly createdOn: number;
  readonly updatedOn: number;
  /** ID of the user who created the record; `updatedBy` is the user who last changed it. */
  readonly createdBy: number;
  readonly updatedBy: number;
}

export function ending(world: World, provenance: Provenance) {
  return {
    ExternalID: provenance.externalID,
    CustomFields: provenance.customFields ?? {},
    CreatedOn: timestamp(provenance.createdOn),
    UpdatedOn: timestamp(provenance.updatedOn),
    CreatedBy: emailOfUser(world, provenance.createdBy),
    UpdatedBy: emailOfUser(world, provenance.updatedBy),
    Deleted: isDeleted(provenance.type, provenance.id),
  };
}

/** Returns the time of the last change of a record without a history. Many records are never changed after creation. */
export function lastTouched(world: World, dice: Dice, createdOn: number): number {
  if (dice.chance(0.45)) return createdOn;
  return inWorkingHours(createdOn + Math.floor((world.now - createdOn) * dice.share()), world.now);
}
