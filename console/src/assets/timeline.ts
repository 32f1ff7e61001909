/** The timeline of an asset as the service tells it. */

export const timelineKinds = ['WorkOrders', 'Forms', 'PurchaseOrders', 'Status', 'Meter'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Timeline entry from another record. */
export interface RecordTimelineEntry {
  readonly kind: 'WorkOrders' | 'Forms' | 'PurchaseOrders';
  readonly on: string;
  readonly id: number;
  readonly Number?: string | null;
  readonly Name?: string | null;
  readonly Status?: string | null;
  readonly Passed?: boolean | null;
  readonly FlaggedCount?: number | null;
  readonly TotalCost?: number | null;
  readonly Total?: number | null;
}

/** Timeline entry from the change log. */
export interface AssetChangeEntry {
  readonly kind: 'Changed' | 'Created';
  readonly on: string;
  readonly version: number;
  readonly by: { readonly name: string | null; readonly email: string };
  readonly changes: readonly {
    readonly what: 'Status' | 'Meter';
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

export type AssetTimelineEntry = RecordTimelineEntry | AssetChangeEntry;

export interface AssetTimelinePage {
  readonly entries: readonly AssetTimelineEntry[];
  readonly next: string | null;
}

/** Returns the filter query. `until` is a day in the user's time zone and is inclusive. */
export function timelineFilter(shown: readonly TimelineKind[], until: string, timeZone: string): string {
  const query = new URLSearchParams();
  if (shown.length < timelineKinds.length) query.set('kinds', shown.join(','));
  if (/^\d{4}-\d\d-\d\d$/.test(until)) {
    query.set('until', until);
    query.set('tz', timeZone);
  }
  return query.toString();
}
