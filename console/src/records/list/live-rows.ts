/**
 * What changes of others mean for a list that is being read. A row in view is shown anew where it stands; rows never come, go or move by
 * themselves: how many would is counted, until the reader asks to see them.
 */

export interface PendingRows {
  /** Match now and are not in view. */
  readonly fresh: ReadonlySet<number>;
  /** In view, and match no longer. */
  readonly gone: ReadonlySet<number>;
}

export const NO_PENDING_ROWS: PendingRows = { fresh: new Set(), gone: new Set() };

/** After a look at changed records: which of those looked at match now. `before` what was known to match without being in view. */
export function updatePendingRows(
  before: PendingRows,
  inView: ReadonlySet<number>,
  looked: ReadonlySet<number>,
  matching: ReadonlySet<number>,
  /** Changed records that the list may have had on other pages are no news; new ones are. */
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
