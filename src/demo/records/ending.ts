/** The fields that end every record. */

import type { RecordTypeName } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { inWorkingHours, timestamp } from '../calendar.ts';
import type { Dice } from '../dice.ts';
import { emailOfUser } from '../staff.ts';
import { isDeleted, type World } from '../world.ts';

/** Where a record comes from and who has had it in hand. */
export interface Provenance {
  readonly type: RecordTypeName;
  readonly id: number;
  /** Its ID in the system the firm had before, if it came from there. */
  readonly externalID: string | null;
  readonly customFields?: { readonly [name: string]: Json };
  readonly createdOn: number;
  readonly updatedOn: number;
  /** Users. */
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

/** When a record that has no history of its own was last changed: often never since. */
export function lastTouched(world: World, dice: Dice, createdOn: number): number {
  if (dice.chance(0.45)) return createdOn;
  return inWorkingHours(createdOn + Math.floor((world.now - createdOn) * dice.share()), world.now);
}
