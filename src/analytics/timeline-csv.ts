/**
 * Exports the whole timeline of an asset as CSV, with a line per record and per change. Loads the next page when the
 * client has read the previous one.
 */
import { recordType } from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import { csvLine, textCell } from '../records/lists/lines.ts';
import { titleText } from '../records/title-text.ts';
import {
  MAX,
  type TimelineChange,
  type TimelinePage,
  type TimelineParts,
  type TimelineQuery,
  timelinePage,
} from './timeline.ts';

const HEADINGS = ['On', 'Kind', 'ID', 'Number', 'Name', 'Status', 'Passed', 'FlaggedCount', 'Cost', 'From', 'To', 'By'];

/** Streams the CSV. Returns a Problem if it cannot start; after that, the stream completes or throws. */
export async function timelineCsv(
  parts: TimelineParts,
  assetID: number,
  asked: TimelineQuery,
): Promise<AsyncIterable<Uint8Array> | Problem> {
  const every = { ...asked, take: MAX };
  const first = await timelinePage(parts, assetID, every);
  return first instanceof Problem ? first : pieces(parts, assetID, every, first);
}

async function* pieces(
  parts: TimelineParts,
  assetID: number,
  asked: TimelineQuery,
  first: TimelinePage,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(HEADINGS));
  const names = statusNames(parts);
  for (let page = first; ; ) {
    const statuses = await names(page);
    yield Buffer.from(page.entries.flatMap((entry) => linesOf(entry, statuses)).join(''));
    if (page.next === null) return;
    const next = await timelinePage(parts, assetID, { ...asked, behind: page.next });
    if (next instanceof Problem) throw next;
    page = next;
  }
}

function linesOf(entry: Entry, statuses: ReadonlyMap<Json, string>): string[] {
  if (isChange(entry)) {
    const by = entry.by.name ?? entry.by.email;
    return entry.changes.map(({ what, from, to }) => {
      const told = (value: Json) => (what === 'Status' ? (statuses.get(value) ?? value) : value);
      return line({ On: entry.on, Kind: what, From: told(from), To: told(to), By: by });
    });
  }
  const { on, kind, id, ...told } = entry;
  return [line({ On: on, Kind: kind, ID: id, Cost: told.TotalCost ?? told.Total ?? null, ...told })];
}

type Entry = TimelinePage['entries'][number];

function isChange(entry: Entry): entry is Readonly<{ on: string }> & TimelineChange {
  return entry.kind === 'Created' || entry.kind === 'Changed';
}

function line(cells: Readonly<Record<string, Json>>): string {
  return csvLine(HEADINGS.map((heading) => cellOf(cells[heading] ?? null)));
}

function cellOf(value: Json): string {
  return value === null ? '' : typeof value === 'string' ? textCell(value) : String(value);
}

/** Returns a function that loads the status names of a page. Caches the names across pages. */
function statusNames({ records, gone }: TimelineParts) {
  const known = new Map<Json, string>();
  return async ({ entries }: TimelinePage): Promise<ReadonlyMap<Json, string>> => {
    const ids = entries
      .flatMap((entry) => (isChange(entry) ? entry.changes : []))
      .flatMap(({ what, from, to }) => (what === 'Status' ? [from, to] : []))
      .filter((id) => typeof id === 'number' && !known.has(id)) as number[];
    if (ids.length > 0) {
      const titles = await records.titles('AssetStatuses', [...new Set(ids)], gone);
      if (titles instanceof Problem) throw titles;
      for (const title of titles) known.set(title.id, titleText(recordType('AssetStatuses'), title));
    }
    return known;
  };
}
