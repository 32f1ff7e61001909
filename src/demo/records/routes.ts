/** Routes: rounds from place to place, with what is done at each stop. */

import type { RecordFields } from '../../records/store.ts';
import { HOUR, inWorkingHours, MINUTE, timestamp, timestampOrNull } from '../calendar.ts';
import { type Dice, outcome, spread } from '../dice.ts';
import { anyClerk, anyTechnician } from '../staff.ts';
import { alive, birthOf, diceFor, existing, inSentence, placeFor, recent, type World } from '../world.ts';
import { anyVehicle, anyWorkingAsset } from './assets.ts';
import { ending } from './ending.ts';
import { nameOfLocation } from './locations.ts';
import { workOrder } from './work-order-facts.ts';

type RouteState = 'Planned' | 'InProgress' | 'Completed' | 'Cancelled';

export function route(world: World, id: number): RecordFields {
  const dice = diceFor(world, 'Routes', id);
  const { share, createdOn } = birthOf(world, 'Routes', id, dice);
  const [name, text] = dice.pick(world.firm.rounds);
  const state = stateOf(id / world.counts.Routes, spread(id, 'state'));
  const site = placeFor(world, dice, 'site', share);
  const stops = dice.between(4, 9);
  const plannedStart = inWorkingHours(createdOn + dice.between(12, 72) * HOUR, Number.POSITIVE_INFINITY);
  const left = world.now - createdOn;
  const began = Math.min(plannedStart, createdOn + Math.floor(left * 0.5));
  const pace = Math.min(45 * MINUTE, Math.floor((left * 0.45) / stops));
  const startedOn = state === 'InProgress' || state === 'Completed' ? began : null;
  const done = state === 'Completed' ? stops : state === 'InProgress' ? dice.between(1, stops - 1) : 0;
  const completedOn = state === 'Completed' ? began + stops * pace : null;
  const cancelledOn = state === 'Cancelled' ? began : null;
  const employeeID = anyTechnician(world, dice, share);
  const clerk = anyClerk(world, dice, share);
  return {
    ID: id,
    Name: site === null ? name : `${name}, ${inSentence(nameOfLocation(world, site))}`,
    Description: dice.chance(0.9) ? text : null,
    Status: state,
    AssignedEmployeeID: employeeID,
    VehicleAssetID: dice.chance(0.8) ? (anyVehicle(world, dice, share)?.id ?? null) : null,
    JobID: dice.chance(0.1) ? recent(world, dice, 'Jobs', share, 3) : null,
    ScheduledStartOn: timestamp(plannedStart),
    ScheduledEndOn: timestamp(plannedStart + stops * 50 * MINUTE),
    StartedOn: timestampOrNull(startedOn),
    CompletedOn: timestampOrNull(completedOn),
    CancelledOn: timestampOrNull(cancelledOn),
    Stops: stopsOf(world, dice, share, { count: stops, done, began, pace, site }),
    ...ending(world, {
      type: 'Routes',
      id,
      externalID: dice.chance(0.2) ? `PLAN-${id}` : null,
      createdOn,
      updatedOn: completedOn ?? cancelledOn ?? (startedOn === null ? createdOn : startedOn + done * pace),
      createdBy: clerk,
      updatedBy: state === 'Planned' ? clerk : (employeeID ?? clerk),
    }),
  };
}

/** Returns the state of a route. Only the last tenth of the year's routes can still be planned or in progress. */
function stateOf(position: number, drawn: number): RouteState {
  if (position < 0.9) return drawn < 0.94 ? 'Completed' : 'Cancelled';
  return outcome(drawn, [
    ['Planned', 0.55],
    ['InProgress', 0.35],
    ['Completed', 1],
  ]);
}

interface Round {
  readonly count: number;
  readonly done: number;
  readonly began: number;
  readonly pace: number;
  readonly site: number | null;
}

function stopsOf(world: World, dice: Dice, share: number, { count, done, began, pace, site }: Round) {
  const known = existing(world, 'Locations', share);
  return Array.from({ length: count }, (_, index) => {
    const skipped = dice.chance(0.04);
    const arrived = index < done && !skipped ? began + index * pace : null;
    const orderID = dice.chance(0.35) ? recent(world, dice, 'WorkOrders', share, 30) : null;
    const about = orderID === null ? null : workOrder(world, orderID);
    const asset = about === null && dice.chance(0.5) ? anyWorkingAsset(world, dice, share) : (about?.asset ?? null);
    const nearby = site === null ? null : alive('Locations', Math.min(site + (index % 4), known));
    return {
      Stop: index + 1,
      LocationID: about?.locationID ?? asset?.locationID ?? nearby,
      AssetID: asset?.id ?? null,
      WorkOrderID: orderID,
      Status: index >= done ? 'Planned' : skipped ? 'Skipped' : 'Completed',
      ArrivedOn: timestampOrNull(arrived),
      DepartedOn: timestampOrNull(arrived === null ? null : arrived + Math.floor(pace * 0.7)),
    };
  });
}
