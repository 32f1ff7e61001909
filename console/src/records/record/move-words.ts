/** Labels of moves by start and target state, and the usual next move of each state. */

export function moveLabel(from: string, to: string): string {
  return labelsByTransition[`${from} ${to}`] ?? labelsByState[to] ?? to;
}

const labelsByState: Readonly<Record<string, string>> = {
  Open: 'Back to open',
  InProgress: 'Start',
  OnHold: 'Put on hold',
  Completed: 'Complete',
  Cancelled: 'Cancel it',
  Scheduled: 'Back to scheduled',
  Planned: 'Back to planned',
  Draft: 'Back to draft',
  PendingApproval: 'Ask for approval',
  Approved: 'Approve',
  Sent: 'Send',
  Submitted: 'Submit',
  Dismissed: 'Dismiss',
  Published: 'Publish',
  Archived: 'Archive',
  Active: 'Activate',
  OnLeave: 'On leave',
  Terminated: 'Terminate',
  Invited: 'Back to invited',
  Disabled: 'Disable',
};

const labelsByTransition: Readonly<Record<string, string>> = {
  'OnHold InProgress': 'Resume',
  'Completed InProgress': 'Reopen in progress',
  'Completed Open': 'Reopen',
  'Cancelled Open': 'Reopen',
  'Archived Published': 'Publish again',
  'Terminated Active': 'Hire again',
  'OnLeave Active': 'Back from leave',
  'Disabled Active': 'Let in again',
};

const usualMoves: Readonly<Record<string, readonly string[]>> = {
  Open: ['InProgress'],
  Scheduled: ['InProgress'],
  Planned: ['InProgress'],
  InProgress: ['Completed'],
  OnHold: ['InProgress'],
  Draft: ['Submitted', 'Sent', 'Published'],
  PendingApproval: ['Approved'],
  Approved: ['Sent'],
};

/** Returns the moves, the usual one first. */
export function orderedMoves(
  from: string,
  to: readonly string[],
): { readonly usual: string | undefined; readonly moves: readonly string[] } {
  const next = usualMoves[from]?.find((state) => to.includes(state));
  return { usual: next, moves: next === undefined ? to : [next, ...to.filter((state) => state !== next)] };
}
