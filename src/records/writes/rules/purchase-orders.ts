/** Purchase orders: what they cost, what sending demands, and how they follow their receipts. */
import { multiplyHalfAway } from '../../../lib/decimal.ts';
import type { InputFault, Problem } from '../../../problems.ts';
import { fault, invalidRecord } from '../../refusals.ts';
import { changes, type RecordDraft } from '../draft.ts';
import { scaled, setAmounts } from './amounts.ts';
import { followReceipts, isComplete, isSentState, linesOf, type OrderLine, receiptState } from './receipts.ts';
import type { Rule } from './rule.ts';

export const purchaseOrders: Rule = {
  follow: followReceipts,
  settle(draft) {
    if (draft.entered?.state === 'Completed') shortCloseRest(draft);
    const faults = [...faultsOfLines(draft), ...faultsOfVendor(draft)];
    return faults.length > 0 ? invalidRecord(draft.type, faults) : addUp(draft);
  },
};

/** Completing by hand gives up on what has not come. After receipts alone there is nothing to give up on. */
function shortCloseRest(draft: RecordDraft): void {
  const lines = linesOf(draft.after);
  if (lines.every(isComplete)) return;
  draft.after.Lines = lines.map((line) => (isComplete(line) ? line : { ...line, ShortClosed: true })) as never;
}

function faultsOfLines(draft: RecordDraft): InputFault[] {
  const { after, entered } = draft;
  if (entered === undefined && !changes(draft, 'Lines')) return [];
  const state = after.Status as string;
  const lines = linesOf(after);
  const faults: InputFault[] = [];

  if (!isSentState(state)) {
    for (const [index, line] of lines.entries()) {
      if (line.QuantityReceived > 0) {
        faults.push(
          fault(
            `/Lines/${index}/QuantityReceived`,
            `must be 0 while the order is ${state}: nothing is received before it is sent`,
          ),
        );
      }
    }
  } else if (lines.length === 0) {
    faults.push(fault('/Lines', `must hold at least one line for ${state}`));
  } else if (receiptState(lines) !== state) {
    faults.push(fault('/Lines', `say the order is ${receiptState(lines)}, not ${state}`));
  }
  return faults;
}

/** Needed to send it, so also where a new order enters a state that lies behind that; and nobody takes it away afterwards. */
function faultsOfVendor(draft: RecordDraft): InputFault[] {
  const { before, after, entered } = draft;
  const state = after.Status as string;
  if (!isSentState(state) || after.VendorID !== null) return [];
  const isSending = entered !== undefined && !isSentState(before?.Status);
  if (!isSending && (before === undefined || !changes(draft, 'VendorID'))) return [];
  return [fault('/VendorID', `must be given for ${state}: an order is sent to a vendor`)];
}

function addUp(draft: RecordDraft): Problem | undefined {
  const lines = linesOf(draft.after);
  let subtotal = 0n;
  for (const { Quantity, UnitCost } of lines) subtotal += multiplyHalfAway(scaled(Quantity), scaled(UnitCost), 4);
  const { TaxAmount, ShippingAmount } = draft.after;
  return setAmounts(draft, {
    Subtotal: subtotal,
    Total: subtotal + scaled(TaxAmount) + scaled(ShippingAmount),
    ReceivedPercent: receivedPercent(lines),
  });
}

/**
 * Returns the received percentage of all ordered quantities, scaled to 4 places but rounded half up to 2. Goods beyond
 * the ordered quantity do not count.
 */
function receivedPercent(lines: readonly OrderLine[]): bigint {
  let ordered = 0n;
  let received = 0n;
  for (const line of lines) {
    const quantity = scaled(line.Quantity);
    ordered += quantity;
    received += isComplete(line) ? quantity : scaled(line.QuantityReceived);
  }
  return ordered === 0n ? 0n : ((received * 20_000n + ordered) / (2n * ordered)) * 100n;
}
