/** Purchase orders: ordered products, their vendors, and the quantities received. */

import type { RecordFields } from '../../records/store.ts';
import { DAY, date, HOUR, inWorkingHours, timestampOrNull } from '../calendar.ts';
import { type Dice, outcome, spread } from '../dice.ts';
import { anyClerk } from '../staff.ts';
import { anyOf, birthOf, diceFor, inSentence, numbered, placeFor, recent, type World } from '../world.ts';
import { ending } from './ending.ts';
import { inPence, productFacts } from './products.ts';
import { workOrder } from './work-order-facts.ts';

type PurchaseState =
  | 'Draft'
  | 'PendingApproval'
  | 'Approved'
  | 'Sent'
  | 'PartiallyFulfilled'
  | 'Completed'
  | 'Cancelled';

/** Scale of quantities and amounts, which are integers in ten-thousandths: sums of fractions would not be exact. */
const SCALE = 10_000;

interface Line {
  readonly productID: number | null;
  readonly description: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitCost: number;
  readonly received: number;
  readonly shortClosed: boolean;
}

export function purchaseOrder(world: World, id: number): RecordFields {
  const dice = diceFor(world, 'PurchaseOrders', id);
  const { share, createdOn } = birthOf(world, 'PurchaseOrders', id, dice);
  const state = stateOf(world, id, share);
  const wasSent = state === 'Sent' || state === 'PartiallyFulfilled' || state === 'Completed';
  const course = courseOf(world.now, dice, state, createdOn);
  const lines = linesOf(world, dice, share, state);
  const orderID = dice.chance(0.55) ? recent(world, dice, 'WorkOrders', share, 12) : null;
  const order = orderID === null ? null : workOrder(world, orderID);
  const subtotal = lines.reduce((sum, line) => sum + amount(line), 0);
  const tax = Math.round(subtotal / 500) * 100; // a fifth, in whole pence
  const shipping = dice.chance(0.4) ? dice.between(10, 70) * 5_000 : 0;
  const clerk = anyClerk(world, dice, share);
  return {
    ID: id,
    Number: numbered('PO', id),
    Name: dice.chance(0.8) ? nameFor(lines, order?.work[0] ?? null) : null,
    Status: state,
    VendorID: wasSent || state === 'Approved' || dice.chance(0.7) ? anyOf(world, dice, 'Vendors', share) : null,
    WorkOrderID: orderID,
    JobID: order?.jobID ?? (dice.chance(0.08) ? recent(world, dice, 'Jobs', share, 3) : null),
    ShipToLocationID: dice.chance(0.85) ? placeFor(world, dice, 'plant', share) : null,
    Currency: dice.chance(0.97) ? 'GBP' : 'EUR',
    OrderedOn: course.sentOn === null ? null : date(course.sentOn),
    ExpectedOn: course.sentOn === null ? null : date(course.sentOn + dice.between(1, 24) * DAY),
    ApprovedOn: timestampOrNull(course.approvedOn),
    SentOn: timestampOrNull(course.sentOn),
    CompletedOn: timestampOrNull(course.completedOn),
    CancelledOn: timestampOrNull(course.cancelledOn),
    CancelReason: state === 'Cancelled' ? dice.pick(cancelReasons) : null,
    Lines: lines.map((line, index) => ({
      Line: index + 1,
      ProductID: line.productID,
      Description: line.description,
      Quantity: line.quantity / SCALE,
      Unit: line.unit,
      UnitCost: line.unitCost / SCALE,
      QuantityReceived: line.received / SCALE,
      ShortClosed: line.shortClosed,
    })),
    Subtotal: subtotal / SCALE,
    TaxAmount: tax / SCALE,
    ShippingAmount: shipping / SCALE,
    Total: (subtotal + tax + shipping) / SCALE,
    ReceivedPercent: receivedPercent(lines),
    VendorReference: wasSent && dice.chance(0.7) ? `SO${dice.digits(7)}` : null,
    NotesToVendor: dice.chance(0.5) ? dice.pick(world.firm.phrases.vendorNotes) : null,
    InternalNotes: dice.chance(0.2) ? dice.pick(internalNotes) : null,
    ...ending(world, {
      type: 'PurchaseOrders',
      id,
      externalID: dice.chance(0.3) ? `BOOKS-${60_000 + id}` : null,
      createdOn,
      updatedOn: course.updatedOn,
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}

const cancelReasons = [
  'Ordered twice by mistake.',
  'Vendor cannot deliver before next month.',
  'Part found in the store after all.',
  'Work order was cancelled.',
];
const internalNotes = [
  'Price agreed on the telephone, check against the invoice.',
  'Cheaper than the last time, ask again next quarter.',
  'Vendor is often late with this, keep two in stock.',
  'Charge on to the customer with ten percent.',
];

// Over the whole year 66 % completed, 12 % partially fulfilled, 9 % sent: the older, the further along.
const old = [
  ['Completed', 0.92],
  ['Cancelled', 0.05],
  ['PartiallyFulfilled', 0.02],
  ['Sent', 1],
] as const; // 65 % of them
const middle = [
  ['PartiallyFulfilled', 0.46],
  ['Completed', 0.31],
  ['Sent', 0.18],
  ['Cancelled', 0.0375],
  ['Approved', 1],
] as const; // 20 %
const young = [
  ['Sent', 0.3167],
  ['Draft', 0.2667],
  ['PendingApproval', 0.2],
  ['Approved', 0.1166],
  ['PartiallyFulfilled', 1],
] as const; // 15 %

/** States for a firm with few orders, which shows the states that differ most. */
const ofFew: readonly PurchaseState[] = ['Completed', 'PartiallyFulfilled', 'Sent', 'Draft'];

function stateOf(world: World, id: number, share: number): PurchaseState {
  if (world.counts.PurchaseOrders < 20) return ofFew[(id - 1) % ofFew.length]!;
  return outcome(spread(id, 'state'), share < 0.65 ? old : share < 0.85 ? middle : young);
}

/** Returns the times of each state change: each comes some time after the previous one, and none after now. */
function courseOf(now: number, dice: Dice, state: PurchaseState, createdOn: number) {
  const later = (moment: number, hours: number) =>
    inWorkingHours(moment + Math.floor(Math.min(hours * HOUR, (now - moment) * 0.6)), now);
  const never = { approvedOn: null, sentOn: null, completedOn: null, cancelledOn: null };
  if (state === 'Draft') return { ...never, updatedOn: createdOn };
  const asked = later(createdOn, dice.between(1, 12));
  if (state === 'PendingApproval') return { ...never, updatedOn: asked };
  if (state === 'Cancelled') {
    const cancelledOn = later(asked, dice.between(2, 200));
    return { ...never, cancelledOn, updatedOn: cancelledOn };
  }
  const approvedOn = state === 'Approved' || dice.chance(0.7) ? later(asked, dice.between(1, 40)) : null;
  if (state === 'Approved') return { ...never, approvedOn, updatedOn: approvedOn ?? asked };
  const sentOn = later(approvedOn ?? asked, dice.between(1, 20));
  if (state === 'Sent') return { ...never, approvedOn, sentOn, updatedOn: sentOn };
  const receivedOn = later(sentOn, dice.between(20, 500));
  const completedOn = state === 'Completed' ? receivedOn : null;
  return { ...never, approvedOn, sentOn, completedOn, updatedOn: receivedOn };
}

function linesOf(world: World, dice: Dice, share: number, state: PurchaseState): Line[] {
  const count = state === 'PartiallyFulfilled' ? dice.between(2, 6) : dice.between(1, 5);
  // Which line still waits, so that a partial receipt is neither nothing nor all.
  const waiting = dice.below(count);
  return Array.from({ length: count }, (_, index) => {
    const ordered = lineOf(world, dice, share);
    if (state === 'PartiallyFulfilled') {
      if (index === waiting) return ordered;
      const received =
        dice.chance(0.6) || index === (waiting + 1) % count ? ordered.quantity : partOf(dice, ordered.quantity);
      return { ...ordered, received };
    }
    if (state !== 'Completed') return ordered;
    if (dice.chance(0.06)) return { ...ordered, received: partOf(dice, ordered.quantity), shortClosed: true };
    return { ...ordered, received: ordered.quantity + (dice.chance(0.03) ? SCALE : 0) };
  });
}

function lineOf(world: World, dice: Dice, share: number): Line {
  const productID = dice.chance(0.93) ? anyOf(world, dice, 'Products', share) : null;
  const ordered = { received: 0, shortClosed: false };
  if (productID === null) {
    const unitCost = inPence(dice.between(25_000, 950_000));
    return { ...ordered, productID, description: 'Carriage and sundries', unit: 'ea', quantity: SCALE, unitCost };
  }
  const { line, name, cost } = productFacts(world, productID);
  const whole = pieces(dice, cost);
  const halves = line.unit === 'm' || line.unit === 'litre' || line.unit === 'kg' ? dice.below(2) : 0;
  const quantity = whole * SCALE + halves * (SCALE / 2);
  return { ...ordered, productID, description: name, unit: line.unit, quantity, unitCost: cost };
}

/** Returns a quantity: the more expensive the product, the smaller; cheap items come by the box. */
function pieces(dice: Dice, cost: number): number {
  if (cost < 10_000) return dice.between(2, 40) * 25;
  if (cost < 200_000) return dice.between(1, 24);
  return dice.between(1, cost < 1_000_000 ? 6 : 2);
}

/** Returns a random part of the quantity in whole units, possibly none. */
function partOf(dice: Dice, quantity: number): number {
  return dice.below(Math.floor(quantity / SCALE)) * SCALE;
}

function nameFor(lines: readonly Line[], work: string | null): string {
  const first = lines[0]!.description;
  if (work !== null) return `${first} for ${inSentence(work)}`;
  return lines.length === 1 ? first : `${first} and ${lines.length - 1} more`;
}

/** Returns quantity times unit cost, rounded half up to four decimal places. */
function amount({ quantity, unitCost }: Line): number {
  return Math.floor((quantity * unitCost + SCALE / 2) / SCALE);
}

/**
 * Returns the received percentage to two decimal places. Excess quantities do not count; quantities that will never
 * arrive count as received.
 */
function receivedPercent(lines: readonly Line[]): number {
  const ordered = lines.reduce((sum, line) => sum + line.quantity, 0);
  const received = lines.reduce(
    (sum, line) => sum + (line.shortClosed ? line.quantity : Math.min(line.received, line.quantity)),
    0,
  );
  return Math.floor((received * 10_000) / ordered + 0.5) / 100;
}
