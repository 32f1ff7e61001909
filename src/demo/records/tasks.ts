/** Tasks: the steps of each work order, in order, and sometimes a task without a work order. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, HOUR, MINUTE, momentAt, timestamp, timestampOrNull } from '../calendar.ts';
import { type Dice, outcome, spread } from '../dice.ts';
import { anyClerk, anyTechnician, emailOfUser } from '../staff.ts';
import type { TaskTemplate } from '../vocabulary.ts';
import { diceFor, inSentence, isDeleted, type World } from '../world.ts';
import { readingFrom } from './answers.ts';
import { meterAt } from './assets.ts';
import { type WorkOrder, workOrder } from './work-order-facts.ts';
import { subjectOf } from './work-orders.ts';

type TaskState = 'Open' | 'InProgress' | 'Completed' | 'Cancelled';

/** Facts of a task and its progress. */
interface Task {
  readonly order: WorkOrder | null;
  /** Sentence that names the asset or location. */
  readonly subject: string | null;
  readonly step: TaskTemplate;
  readonly position: number;
  readonly state: TaskState;
  readonly employeeID: number | null;
  readonly clerk: number;
  readonly createdOn: number;
  readonly dueOn: number | null;
  readonly startedOn: number | null;
  readonly endedOn: number | null;
}

export function taskRecord(world: World, id: number): RecordFields {
  const dice = diceFor(world, 'Tasks', id);
  const task = standsAlone(dice, id) ? taskAlone(world, dice, id) : taskOfWorkOrder(world, dice, id);
  const { order, state, startedOn, endedOn, createdOn } = task;
  const [name, type, text] = task.step;
  const { phrases } = world.firm;
  const completed = state === 'Completed';
  const cancelled = state === 'Cancelled';
  const changedOn = endedOn ?? startedOn ?? createdOn;
  return {
    ID: id,
    Name: name,
    Description: dice.chance(0.93)
      ? task.subject !== null && dice.chance(0.4)
        ? `${text} ${task.subject}`
        : text
      : null,
    Status: state,
    WorkOrderID: order?.id ?? null,
    JobID: order?.jobID ?? null,
    AssetID: order?.asset?.id ?? null,
    AssignedEmployeeID: task.employeeID,
    Position: task.position,
    Required: dice.chance(0.7),
    Priority: order?.priority ?? 'None',
    Type: type,
    Result: completed ? resultOf(dice, task, phrases.findings) : null,
    Notes: completed && dice.chance(0.2) ? dice.pick(phrases.taskNotes) : null,
    DueOn: timestampOrNull(task.dueOn),
    StartedOn: timestampOrNull(startedOn),
    CompletedOn: completed ? timestampOrNull(endedOn) : null,
    CancelledOn: cancelled ? timestampOrNull(endedOn) : null,
    CancelReason: cancelled ? dice.pick(phrases.cancelReasons) : null,
    EstimatedMinutes: dice.chance(0.7) ? dice.between(1, 9) * 5 : null,
    SpentMinutes: completed && startedOn !== null ? Math.floor((endedOn! - startedOn) / MINUTE) : null,
    TaskExternalMessagingID: spread(id, 'messaging') < 0.6 ? messagingID(id, order) : null,
    ExternalID: null,
    CustomFields: {},
    CreatedOn: timestamp(createdOn),
    UpdatedOn: timestamp(changedOn),
    CreatedBy: emailOfUser(world, task.clerk),
    UpdatedBy: emailOfUser(world, changedOn === createdOn ? task.clerk : (task.employeeID ?? task.clerk)),
    Deleted: isDeleted('Tasks', id),
  };
}

/** Returns the first task of a work order, if it is a step of that order. */
export function firstTaskOf(world: World, order: number): number | null {
  const first = firstIndex(world, order - 1);
  const id = first + 1;
  return first < firstIndex(world, order) && !isDeleted('Tasks', id) && !standsAlone(diceFor(world, 'Tasks', id), id)
    ? id
    : null;
}

/**
 * True if the task has no work order. Some of the first tasks have none, so that the first page shows open and
 * completed tasks in every size.
 */
function standsAlone(dice: Dice, id: number): boolean {
  return dice.chance(0.04) || isStanding(id) || id === 3;
}

function isStanding(id: number): boolean {
  return id <= 25 && id % 5 === 4;
}

function taskAlone(world: World, dice: Dice, id: number): Task {
  const share = (id - 1 + dice.share()) / world.counts.Tasks;
  const createdOn = momentAt(world.year, share);
  const [name, text] = dice.pick(world.firm.otherWork);
  const state = isStanding(id)
    ? 'Open'
    : id === 3
      ? 'Completed'
      : outcome(dice.share(), share < 0.9 ? settled : current);
  const left = world.now - createdOn;
  const startedOn = createdOn + Math.floor(Math.min(left * 0.8, dice.between(1, 60) * HOUR));
  const endedOn = startedOn + Math.floor(Math.min((world.now - startedOn) * 0.9, dice.between(5, 90) * MINUTE));
  const ended = state === 'Completed' || state === 'Cancelled';
  return {
    order: null,
    subject: null,
    step: [name, 'Checkbox', text],
    position: 0,
    state,
    employeeID: dice.chance(0.8) ? anyTechnician(world, dice, share) : null,
    clerk: anyClerk(world, dice, share),
    createdOn,
    dueOn: dice.chance(0.5) ? createdOn + dice.between(1, 30) * DAY : null,
    startedOn: state === 'Open' || state === 'Cancelled' ? null : startedOn,
    endedOn: ended ? endedOn : null,
  };
}
const settled = [
  ['Completed', 0.92],
  ['Cancelled', 0.05],
  ['Open', 1],
] as const;
const current = [
  ['Open', 0.5],
  ['InProgress', 0.2],
  ['Cancelled', 0.05],
  ['Completed', 1],
] as const;

function taskOfWorkOrder(world: World, dice: Dice, id: number): Task {
  const { order, subject, first, end } = stretchOf(world, id - 1);
  const siblings = end - first;
  const position = id - first;
  const state = stateIn(order, position, siblings, id > 2 && dice.chance(0.03));
  const { startedOn, endedOn } = courseOf(world.now, order, state, position, siblings);
  const latest = startedOn ?? endedOn ?? order.updatedOn;
  const addedLater = position > 1 && dice.chance(0.12);
  return {
    order,
    subject,
    step: order.steps[(position - 1) % order.steps.length]!,
    position,
    state,
    employeeID: order.employeeID,
    clerk: order.clerk,
    createdOn: addedLater ? order.createdOn + Math.floor((latest - order.createdOn) * dice.share()) : order.createdOn,
    dueOn: order.dueOn,
    startedOn,
    endedOn,
  };
}

function stateIn(order: WorkOrder, position: number, siblings: number, skipped: boolean): TaskState {
  const done = Math.floor(siblings * order.progress);
  switch (order.state) {
    case 'Completed':
      return skipped ? 'Cancelled' : 'Completed';
    case 'Cancelled':
      return 'Cancelled';
    case 'Open':
      return 'Open';
    case 'InProgress':
      return position <= done ? 'Completed' : position === done + 1 ? 'InProgress' : 'Open';
    case 'OnHold':
      return position <= done && order.startedOn !== null ? 'Completed' : 'Open';
  }
}

/**
 * Returns the start and end of a task. The tasks share the time of the last work session, or the part of it that has
 * passed.
 */
function courseOf(now: number, order: WorkOrder, state: TaskState, position: number, siblings: number) {
  if (state === 'Open') return { startedOn: null, endedOn: null };
  if (order.cancelledOn !== null) return { startedOn: null, endedOn: order.cancelledOn };
  const end = order.completedOn ?? (order.state === 'OnHold' ? order.updatedOn : now);
  const begin = order.visitedOn ?? order.startedOn!;
  const step = Math.min((end - begin) / siblings, order.completedOn === null ? 40 * MINUTE : Number.POSITIVE_INFINITY);
  const startedOn = begin + Math.floor(step * (position - 1));
  if (state === 'InProgress') return { startedOn, endedOn: null };
  const endedOn = begin + Math.floor(step * position);
  return { startedOn: state === 'Cancelled' ? null : startedOn, endedOn };
}

/**
 * Returns the index of the first task of the work order at this index. Work orders have about the same number of tasks,
 * but not exactly.
 */
function firstIndex(world: World, index: number): number {
  const { WorkOrders, Tasks } = world.counts;
  if (index <= 0) return 0;
  if (index >= WorkOrders) return Tasks;
  const each = Tasks / WorkOrders;
  return Math.floor(index * each + (diceFor(world, 'Tasks', index, 1).share() - 0.5) * 0.8 * each);
}

/** A work order and the indexes of its tasks, from the first (inclusive) to the end (exclusive). */
interface Stretch {
  readonly order: WorkOrder;
  readonly subject: string | null;
  readonly first: number;
  readonly end: number;
}

/**
 * Returns the work order of a task. Tasks are generated in order, so the last work order is cached: it is nearly always
 * the next one needed.
 */
function stretchOf(world: World, index: number): Stretch {
  const last = lastStretch.get(world);
  if (last && index >= last.first && index < last.end) return last;
  let order = Math.floor((index * world.counts.WorkOrders) / world.counts.Tasks);
  while (index < firstIndex(world, order)) order--;
  while (index >= firstIndex(world, order + 1)) order++;
  const found = {
    ...about(world, workOrder(world, order + 1)),
    first: firstIndex(world, order),
    end: firstIndex(world, order + 1),
  };
  lastStretch.set(world, found);
  return found;
}

function about(world: World, order: WorkOrder) {
  const subject = subjectOf(world, order);
  const sentence = `${world.firm.workIsNamedAfter === 'asset' ? 'On' : 'At'} ${inSentence(subject ?? 'the depot')}.`;
  return { order, subject: subject === null ? null : sentence };
}
const lastStretch = new WeakMap<World, Stretch>();

function resultOf(dice: Dice, { step, order, endedOn }: Task, findings: readonly string[]): string | null {
  const [, type, , reading] = step;
  switch (type) {
    case 'Checkbox':
      return dice.chance(0.5) ? 'Done' : null;
    case 'PassFail':
      return dice.chance(0.93) ? 'Pass' : 'Fail';
    case 'Text':
      return dice.pick(findings);
    case 'Number':
      return String(readingFrom(dice, reading!));
    case 'Meter': {
      const shown = order?.asset && endedOn !== null ? meterAt(order.asset, endedOn) : null;
      return String(shown ?? readingFrom(dice, reading!));
    }
  }
}

/** Returns the ID of the message about the task; some tasks of a work order share one. */
function messagingID(id: number, order: WorkOrder | null): number {
  return order !== null && order.progress < 0.1 ? 7_100_000_000 + order.id : 7_400_000_000 + id * 3;
}
