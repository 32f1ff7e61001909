/**
 * Computes the facts of a work order from its ID alone. The work order itself, its tasks, forms, purchases and stops
 * are generated from these facts, in any order.
 */
import { type Dice, outcome, spread } from '../dice.ts';
import { anyClerk, anyTechnician } from '../staff.ts';
import type { TaskTemplate, Work } from '../vocabulary.ts';
import { anyOf, birthOf, diceFor, placeFor, recent, type World } from '../world.ts';
import { type Asset, anyWorkingAsset } from './assets.ts';
import { jobFacts } from './jobs.ts';
import { courseOf, type WorkOrderState } from './work-order-course.ts';

export type WorkOrderType = 'Reactive' | 'Preventive' | 'Inspection' | 'Project' | 'Other';
export type Priority = 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';

export interface WorkOrder {
  readonly id: number;
  readonly share: number;
  readonly state: WorkOrderState;
  readonly type: WorkOrderType;
  readonly priority: Priority;
  readonly asset: Asset | null;
  readonly locationID: number | null;
  readonly jobID: number | null;
  readonly parentID: number | null;
  readonly vendorID: number | null;
  readonly employeeID: number | null;
  /** ID of the user who created the work order. */
  readonly clerk: number;
  readonly work: Work;
  readonly steps: readonly TaskTemplate[];
  /** Progress from 0 to 1, while the work is in progress. */
  readonly progress: number;
  readonly createdOn: number;
  readonly dueOn: number | null;
  readonly startedOn: number | null;
  /** Start of the work session that completed the work order. */
  readonly visitedOn: number | null;
  readonly completedOn: number | null;
  readonly cancelledOn: number | null;
  readonly updatedOn: number;
  readonly labourMinutes: number;
}

export function workOrder(world: World, id: number): WorkOrder {
  const dice = diceFor(world, 'WorkOrders', id);
  const { share, createdOn } = birthOf(world, 'WorkOrders', id, dice);
  const type = outcome(spread(id, 'type'), types);
  const state = stateOf(world, id, share);
  const subject = subjectOf(world, dice, { id, share, type, live: isLive(state) });
  const priority = subject.work[3] ?? outcome(dice.share(), priorities[type]);
  const labour = dice.between(labourMinutes[type][0], labourMinutes[type][1]);
  return {
    id,
    share,
    state,
    type,
    priority,
    ...subject,
    vendorID: dice.chance(0.08) ? anyOf(world, dice, 'Vendors', share) : null,
    employeeID: state === 'Open' && dice.chance(0.5) ? null : anyTechnician(world, dice, share),
    clerk: anyClerk(world, dice, share),
    progress: dice.share(),
    createdOn,
    ...courseOf(world.now, dice, {
      createdOn,
      state,
      labour,
      urgent: priority === 'Urgent',
      days: daysToDo[type][priority],
    }),
  };
}

const types = [
  ['Reactive', 0.62],
  ['Preventive', 0.3],
  ['Inspection', 0.05],
  ['Project', 0.02],
  ['Other', 1],
] as const;

const planned = [
  ['Medium', 0.6],
  ['Low', 0.25],
  ['High', 0.15],
] as const;
const priorities: Record<WorkOrderType, readonly (readonly [Priority, number])[]> = {
  Reactive: [
    ['Urgent', 0.02],
    ['High', 0.18],
    ['Medium', 0.5],
    ['Low', 0.24],
    ['None', 1],
  ],
  Preventive: planned,
  Inspection: planned,
  Project: planned,
  Other: [['None', 1]],
};

const afterTwoWeeks = { None: 14, Low: 14, Medium: 14, High: 14, Urgent: 14 };
const daysToDo: Record<WorkOrderType, Readonly<Record<Priority, number>>> = {
  Reactive: { Urgent: 0.2, High: 1, Medium: 5, Low: 12, None: 10 },
  Preventive: afterTwoWeeks,
  Inspection: afterTwoWeeks,
  Project: { None: 30, Low: 30, Medium: 30, High: 30, Urgent: 30 },
  Other: afterTwoWeeks,
};
const labourMinutes: Record<WorkOrderType, readonly [number, number]> = {
  Reactive: [15, 190],
  Preventive: [30, 240],
  Inspection: [20, 150],
  Project: [180, 1_400],
  Other: [10, 90],
};

// Over the whole year 84 % completed, 6 % cancelled, 5 % open, 3 % in progress, 2 % on hold: what is old is mostly done,
// what came in last is mostly not. In each band, the share that is still alive.
const STRAGGLING = 0.015; // up to 70 % of the year
const RECENT = 0.08; // up to 90 %
const CURRENT = 0.735;

/** States for a firm with few work orders, so that every state occurs. */
const ofFew: readonly WorkOrderState[] = [
  'Completed',
  'Completed',
  'Completed',
  'Open',
  'InProgress',
  'OnHold',
  'Cancelled',
];

function stateOf(world: World, id: number, share: number): WorkOrderState {
  if (world.counts.WorkOrders < 50) return ofFew[(id - 1) % ofFew.length]!;
  // The first ones are closed, so that the first page of any list shows finished work.
  if (id <= 3) return 'Completed';
  const live = share < 0.7 ? STRAGGLING : share < 0.9 ? RECENT : CURRENT;
  const drawn = spread(id, 'state');
  if (drawn < live) {
    return outcome(drawn / live, [
      ['Open', 0.5],
      ['InProgress', 0.3],
      ['OnHold', 1],
    ]);
  }
  return (drawn - live) / (1 - live) < 6 / 90 ? 'Cancelled' : 'Completed';
}

function isLive(state: WorkOrderState): boolean {
  return state !== 'Completed' && state !== 'Cancelled';
}

function subjectOf(world: World, dice: Dice, order: { id: number; share: number; type: WorkOrderType; live: boolean }) {
  const { firm } = world;
  const { id, share, type, live } = order;
  const follows = type === 'Reactive' && dice.chance(0.05) ? recent(world, dice, 'WorkOrders', share, 20) : null;
  const parentID = follows !== null && follows < id ? follows : null;
  const asset = parentID === null ? anyWorkingAsset(world, dice, share) : workOrder(world, parentID).asset;
  const jobID = type === 'Project' || dice.chance(0.05) ? jobFor(world, dice, share, live) : null;
  if (type === 'Project' || type === 'Other' || asset === null) {
    const work = dice.pick(type === 'Other' ? firm.otherWork : firm.projectWork);
    const onAsset = firm.workIsNamedAfter === 'asset' ? asset : null;
    const locationID = onAsset === null ? placeFor(world, dice, 'unit', share) : onAsset.locationID;
    return { asset: onAsset, locationID, jobID, parentID, work, steps: firm.repairSteps };
  }
  const { kind, locationID } = asset;
  const work = dice.pick(type === 'Reactive' ? kind.faults : type === 'Preventive' ? kind.services : kind.inspections);
  return { asset, locationID, jobID, parentID, work, steps: type === 'Reactive' ? firm.repairSteps : kind.steps };
}

/** Returns a recent job. Unfinished work does not belong to a finished job. */
function jobFor(world: World, dice: Dice, share: number, live: boolean): number | null {
  const id = recent(world, dice, 'Jobs', share, 4);
  if (id === null) return null;
  const { state } = jobFacts(world, id);
  return live && (state === 'Completed' || state === 'Cancelled') ? null : id;
}
