/**
 * Effects of other users' changes on an open list. Visible rows are updated in place. Rows never appear, disappear or
 * move by themselves: the list counts them until the user refreshes it.
 */

export interface PendingRows {
  /** IDs of records that match now but are not in view. */
  readonly fresh: ReadonlySet<number>;
  /** IDs of records in view that no longer match. */
  readonly gone: ReadonlySet<number>;
}

export const NO_PENDING_ROWS: PendingRows = { fresh: new Set(), gone: new Set() };

/**
 * Updates the pending rows after a check of changed records. `before` is the previous result, `looked` the checked IDs,
 * and `matching` those that match now.
 */
export function updatePendingRows(
  before: PendingRows,
  inView: ReadonlySet<number>,
  looked: ReadonlySet<number>,
  matching: ReadonlySet<number>,
  /** True if the record counts as new. Changed records that may already be on another page do not count. */
  isNew: (id: number) => boolean,
): PendingRows {
  const fresh = new Set(before.fresh);
  const gone = new Set(before.gone);
  for (const id of looked) {
    if (inView.has(id)) {
      if (matching.has(id)) gone.delete(id);
      else gone.add(id);
    } else if (matching.has(id) && isNew(id)) fresh.add(id);
    else fresh.delete(id);
  }
  return { fresh, gone };
}

export function pendingRowsText({ fresh, gone }: PendingRows): string {
  const parts = [
    ...(fresh.size > 0 ? [`${fresh.size} new`] : []),
    ...(gone.size > 0 ? [`${gone.size} no longer ${gone.size === 1 ? 'matches' : 'match'}`] : []),
  ];
  return parts.join(', ');
}
