/**
 * Derives the state of a purchase order from its receipts. Once it is sent, a write that changes its lines moves the
 * order: forward as goods arrive, back when a receipt is corrected.
 */
import type { Problem } from '../../../problems.ts';
import { fault, invalidRecord, stateNotAllowed } from '../../refusals.ts';
import type { RecordFields } from '../../store.ts';
import { changes, type RecordDraft } from '../draft.ts';
import type { RequestedState } from '../states.ts';

export interface OrderLine {
  readonly Line: number;
  readonly ProductID: number | null;
  readonly Description: string | null;
  readonly Quantity: number;
  readonly UnitCost: number;
  readonly QuantityReceived: number;
  readonly ShortClosed: boolean;
}

/** The states of an order on its way, in the order it passes through them. */
const sentStates = ['Sent', 'PartiallyFulfilled', 'Completed'];

export function isSentState(state: unknown): boolean {
  return sentStates.includes(state as string);
}

export function linesOf(order: RecordFields): readonly OrderLine[] {
  return order.Lines as unknown as readonly OrderLine[];
}

/** True if no more goods are expected for the line; more than ordered may have arrived. */
export function isComplete(line: OrderLine): boolean {
  return line.ShortClosed || line.QuantityReceived >= line.Quantity;
}

/** Returns the state that the lines of a sent order imply. */
export function receiptState(lines: readonly OrderLine[]): string {
  if (lines.every(isComplete)) return 'Completed';
  return lines.some((line) => line.QuantityReceived > 0) ? 'PartiallyFulfilled' : 'Sent';
}

/** Combines the state that the write requests with the state that the lines imply. */
export function followReceipts(draft: RecordDraft, intention: RequestedState): RequestedState | Problem {
  const { before, after, type } = draft;
  if (before === undefined || !isSentState(before.Status) || !changes(draft, 'Lines')) return intention;
  const from = before.Status as string;
  const lines = linesOf(after);
  if (lines.length === 0)
    return invalidRecord(type, [fault('/Lines', 'must keep at least one line once the order is sent')]);

  const told = receiptState(lines);
  const wanted = intention.to;
  if (wanted === from || intention.by === 'cleared stamp') return followLines(from, told, linesOf(before), lines);
  if (wanted === told) return followLines(from, told, linesOf(before), lines);
  if (wanted === 'Cancelled' && lines.some((line) => line.QuantityReceived > 0)) {
    return stateNotAllowed(
      type,
      from,
      wanted,
      type.states!.moves[from]!.filter((state) => state !== wanted),
    );
  }
  if (wanted === 'Sent' || wanted === 'PartiallyFulfilled') {
    return invalidRecord(type, [fault('/Status', `says ${wanted}, but the lines say the order is ${told}`)]);
  }
  // Completed by hand in the same write, or a move that the states will judge.
  return intention;
}

function followLines(
  from: string,
  told: string,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): RequestedState {
  if (told !== from) {
    return { to: told, by: 'lines', forward: sentStates.indexOf(told) > sentStates.indexOf(from) };
  }
  const further = told === 'PartiallyFulfilled' && receivesMore(before, after);
  return { to: told, by: further ? 'lines' : 'nothing', forward: true };
}

/** True if any line received more goods than before, even if the same write corrects another line. */
function receivesMore(before: readonly OrderLine[], after: readonly OrderLine[]): boolean {
  let [old, now] = [before, after];
  for (const nameOf of KNOWN_BY) {
    const named = Map.groupBy(old, nameOf);
    const rest: OrderLine[] = [];
    for (const line of now) {
      const was = named.get(nameOf(line))?.shift();
      if (was === undefined) rest.push(line);
      else if (line.QuantityReceived > was.QuantityReceived) return true;
    }
    old = [...named.values()].flat();
    now = rest;
  }
  return now.some((line) => line.QuantityReceived > 0);
}

/** Numbers may have passed to other lines: one is known by all that it is, else by what is ordered, else by its number. */
const KNOWN_BY: readonly ((line: OrderLine) => string)[] = [
  ({ Line: _number, ...rest }) => JSON.stringify(rest),
  ({ Line: number, ProductID, Description }) => JSON.stringify([number, ProductID, Description]),
  ({ ProductID, Description }) => JSON.stringify([ProductID, Description]),
  ({ Line: number }) => String(number),
];
