/** Forms: filled in for work orders, and general ones for a place or a vehicle. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, date, inWorkingHours, MINUTE, timestampOrNull } from '../calendar.ts';
import { type Dice, outcome, spread } from '../dice.ts';
import { anyClerk, anyTechnician } from '../staff.ts';
import { birthOf, diceFor, inSentence, isDeleted, numbered, placeFor, recent, type World } from '../world.ts';
import { answersTo } from './answers.ts';
import { type Asset, anyVehicle, nameOfAsset } from './assets.ts';
import { ending } from './ending.ts';
import { nameOfLocation } from './locations.ts';
import { firstTaskOf } from './tasks.ts';
import { type WorkOrder, workOrder } from './work-order-facts.ts';
import { subjectOf } from './work-orders.ts';

type FormState = 'Draft' | 'Submitted' | 'Dismissed';

/** Subject of a form. */
interface Form {
  /** Position of the template, from 1, which equals its ID. */
  readonly template: number;
  readonly order: WorkOrder | null;
  readonly subject: string | null;
  readonly asset: Asset | null;
  readonly locationID: number | null;
  readonly employeeID: number | null;
}

/** Template that both firms have archived; only old forms use it. */
const ARCHIVED = 11;

export function formRecord(world: World, id: number): RecordFields {
  const dice = diceFor(world, 'Forms', id, 1);
  const { share, createdOn } = birthOf(world, 'Forms', id, dice);
  const amends = amendedBy(world, id);
  // A correction has the same subject as the form that it corrects.
  const form = formFacts(world, amends ?? id);
  const words = world.firm.formTemplates[form.template - 1]!;
  const state = stateOf(world, id);
  const spent = Math.min(dice.between(4, 2_400) * MINUTE, Math.floor((world.now - createdOn) * 0.95));
  const submittedOn = state === 'Submitted' ? inWorkingHours(createdOn + spent, world.now) : null;
  const { answers, score, passed } = answersTo(dice, words.fields, {
    world,
    state,
    on: submittedOn ?? createdOn,
    asset: form.asset,
  });
  const clerk = form.employeeID ?? anyClerk(world, dice, share);
  return {
    ID: id,
    Number: numbered('F', id),
    Name: form.subject === null ? words.name : `${words.name}, ${inSentence(form.subject)}`,
    FormTemplateID: form.template,
    Status: state,
    WorkOrderID: form.order?.id ?? null,
    TaskID: form.order !== null && dice.chance(0.4) ? firstTaskOf(world, form.order.id) : null,
    AssetID: form.asset?.id ?? null,
    LocationID: form.locationID,
    JobID: form.order?.jobID ?? null,
    AssignedEmployeeID: form.employeeID,
    DueOn: timestampOrNull(dice.chance(0.7) ? createdOn + dice.between(1, 14) * DAY : null),
    SubmittedOn: timestampOrNull(submittedOn),
    Answers: answers,
    Score: score,
    Passed: passed,
    FlaggedCount: answers.filter((answer) => answer.Flagged).length,
    AmendsFormID: amends,
    ...ending(world, {
      type: 'Forms',
      id,
      externalID: dice.chance(0.1) ? `SCAN-${date(createdOn)}-${id}` : null,
      createdOn,
      updatedOn: submittedOn ?? createdOn + (state === 'Dismissed' ? spent : 0),
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}

function formFacts(world: World, id: number): Form {
  const dice = diceFor(world, 'Forms', id);
  const { share } = birthOf(world, 'Forms', id, diceFor(world, 'Forms', id, 1));
  const orderID = dice.chance(0.15) ? null : recent(world, dice, 'WorkOrders', share, 1);
  const order = orderID === null ? null : workOrder(world, orderID);
  const template = order === null ? undefined : templateFor(order);
  if (order === null || template === undefined) return generalForm(world, dice, share);
  const { asset, locationID, employeeID } = order;
  return { template, order, subject: subjectOf(world, order), asset, locationID, employeeID };
}

function templateFor({ asset, type }: WorkOrder): number | undefined {
  return (type === 'Preventive' ? asset?.kind.serviceForm : undefined) ?? asset?.kind.form;
}

function generalForm(world: World, dice: Dice, share: number): Form {
  const template = share < 0.4 && dice.chance(0.1) ? ARCHIVED : dice.pick(world.firm.generalForms);
  const employeeID = anyTechnician(world, dice, share);
  if (world.firm.workIsNamedAfter === 'asset') {
    const vehicle = anyVehicle(world, dice, share);
    const subject = vehicle === null ? null : nameOfAsset(world, vehicle);
    return {
      template,
      order: null,
      subject,
      asset: vehicle,
      locationID: vehicle?.locationID ?? null,
      employeeID,
    };
  }
  const locationID = placeFor(world, dice, 'unit', share);
  const subject = locationID === null ? null : nameOfLocation(world, locationID);
  return { template, order: null, subject, asset: null, locationID, employeeID };
}

/** Returns the form that this one corrects: a submitted form shortly before it that is not a correction itself. */
function amendedBy(world: World, id: number): number | null {
  if (!isAmendment(world, id)) return null;
  const amended = id - diceFor(world, 'Forms', id, 2).between(1, 25);
  if (amended < 1 || isDeleted('Forms', amended)) return null;
  return stateOf(world, amended) === 'Submitted' && !isAmendment(world, amended) ? amended : null;
}

function isAmendment(world: World, id: number): boolean {
  return diceFor(world, 'Forms', id, 3).chance(0.02);
}

function stateOf(world: World, id: number): FormState {
  return outcome(spread(id, 'state'), id / world.counts.Forms < 0.9 ? settled : current);
}
const settled = [
  ['Submitted', 0.94],
  ['Dismissed', 0.045],
  ['Draft', 1],
] as const;
const current = [
  ['Submitted', 0.35],
  ['Dismissed', 0.05],
  ['Draft', 1],
] as const;
