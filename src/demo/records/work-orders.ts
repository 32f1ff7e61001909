/** Generates work orders from their facts. */

import type { RecordFields } from '../../records/store.ts';
import { HOUR, MINUTE, timestamp, timestampOrNull } from '../calendar.ts';
import type { Dice } from '../dice.ts';
import { emailOf, somebody } from '../names.ts';
import { diceFor, inSentence, numbered, type World } from '../world.ts';
import { nameOfAsset } from './assets.ts';
import { ending } from './ending.ts';
import { nameOfLocation } from './locations.ts';
import { type WorkOrder, workOrder } from './work-order-facts.ts';

/** Boards by position, in the same order in every firm. */
const boards = { Reactive: 1, Preventive: 2, Project: 3, Other: 3, Inspection: 4, contractor: 5 } as const;

export function workOrderRecord(world: World, id: number): RecordFields {
  const order = workOrder(world, id);
  const dice = diceFor(world, 'WorkOrders', id, 1);
  const requester = order.type === 'Reactive' && dice.chance(0.85) ? somebody(dice) : null;
  const isPlanned = order.type !== 'Reactive' && order.dueOn !== null;
  const scheduledStart = isPlanned || dice.chance(0.4) ? (order.startedOn ?? order.dueOn) : null;
  const estimate = dice.chance(0.8) ? dice.between(2, 16) * 15 : null;
  const costs = costsOf(dice, order);
  const category = order.asset?.kind.category ?? (order.type === 'Project' ? 'Projects' : 'General');
  return {
    ID: id,
    Number: numbered('WO', id),
    Name: nameOfWorkOrder(world, order),
    Description: dice.chance(0.94) ? describe(world, dice, order) : null,
    Status: order.state,
    HoldReason: order.state === 'OnHold' ? dice.pick(world.firm.phrases.holdReasons) : null,
    Priority: order.priority,
    Type: order.type,
    Category: category,
    BoardID: order.vendorID === null ? boards[order.type] : boards.contractor,
    AssetID: order.asset?.id ?? null,
    LocationID: order.locationID,
    JobID: order.jobID,
    ParentWorkOrderID: order.parentID,
    VendorID: order.vendorID,
    AssignedEmployeeID: order.employeeID,
    RequesterName: requester === null ? null : `${requester.first} ${requester.last}`,
    RequesterEmail: requester === null || dice.chance(0.2) ? null : emailOf(requester, 'mail.example.org'),
    DueOn: timestampOrNull(order.dueOn),
    ScheduledStartOn: timestampOrNull(scheduledStart),
    ScheduledEndOn: scheduledStart === null ? null : timestamp(scheduledStart + (estimate ?? 120) * MINUTE),
    StartedOn: timestampOrNull(order.startedOn),
    CompletedOn: timestampOrNull(order.completedOn),
    CancelledOn: timestampOrNull(order.cancelledOn),
    CancelReason: order.state === 'Cancelled' ? dice.pick(world.firm.phrases.cancelReasons) : null,
    CompletionNotes: order.state === 'Completed' && dice.chance(0.95) ? notes(world, dice, order) : null,
    EstimatedMinutes: estimate,
    LabourMinutes: order.labourMinutes,
    ...costs,
    ...ending(world, {
      type: 'WorkOrders',
      id,
      externalID: dice.chance(0.2) ? `CALL-${500_000 + id}` : null,
      customFields: dice.chance(0.15)
        ? { CostCentre: `${4_100 + dice.below(9) * 10}`, Recharge: dice.chance(0.3) }
        : {},
      createdOn: order.createdOn,
      updatedOn: order.updatedOn,
      createdBy: order.clerk,
      updatedBy: order.updatedOn === order.createdOn ? order.clerk : (order.employeeID ?? order.clerk),
    }),
  };
}

export function nameOfWorkOrder(world: World, order: WorkOrder): string {
  const subject = subjectOf(world, order);
  return subject === null ? order.work[0] : `${order.work[0]}, ${inSentence(subject)}`;
}

/** Returns the name of the asset or of the location, as the firm prefers. */
export function subjectOf(world: World, { asset, locationID }: WorkOrder): string | null {
  if (world.firm.workIsNamedAfter === 'asset' && asset !== null) return nameOfAsset(world, asset);
  return locationID === null ? null : nameOfLocation(world, locationID);
}

function describe(world: World, dice: Dice, order: WorkOrder): string {
  const report = order.work[1];
  if (order.type !== 'Reactive') return dice.chance(0.3) ? `${report} ${circumstance(world, dice, order)}` : report;
  const first = circumstance(world, dice, order);
  const second = circumstance(world, dice, order);
  return dice.chance(0.25) && second !== first ? `${report} ${first} ${second}` : `${report} ${first}`;
}

function circumstance(world: World, dice: Dice, { asset }: WorkOrder): string {
  const { circumstances, unitCircumstances } = world.firm.phrases;
  const inUnit = asset === null || asset.kind.place === 'unit';
  return dice.pick(inUnit && dice.chance(0.6) ? unitCircumstances : circumstances);
}

function notes(world: World, dice: Dice, order: WorkOrder): string {
  return dice.chance(0.7) ? `${order.work[2]} ${dice.pick(world.firm.phrases.closing)}` : order.work[2];
}

/** Computes costs in pence, so that the total is exact. */
function costsOf(dice: Dice, order: WorkOrder) {
  const hourly = dice.between(2_600, 5_400);
  const labour = Math.round((order.labourMinutes * MINUTE * hourly) / HOUR);
  const used = order.state === 'Completed' && dice.chance(0.55);
  const parts = used ? dice.between(180, order.type === 'Project' ? 240_000 : 32_000) : 0;
  const other = order.vendorID !== null && order.state === 'Completed' ? dice.between(4_500, 95_000) : 0;
  return {
    LabourCost: labour / 100,
    PartsCost: parts / 100,
    OtherCost: other / 100,
    TotalCost: (labour + parts + other) / 100,
  };
}
