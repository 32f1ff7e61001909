/** Figures for people: maintenance performance, the account's connections, and what is known about one asset. */
import type { AccountScope } from '../../accounts/account.ts';
import { type MaintenanceParameters, readMaintenanceAsked, readNames } from '../../analytics/asked.ts';
import { assetFigures } from '../../analytics/asset.ts';
import { connections } from '../../analytics/connections.ts';
import type { CachedFigures } from '../../analytics/kept.ts';
import { maintenance } from '../../analytics/maintenance.ts';
import { partsOf } from '../../analytics/parts.ts';
import type { FiguresStore } from '../../analytics/store.ts';
import { readTimelineAsked, type TimelineParts, type TimelineQuery, timeline } from '../../analytics/timeline.ts';
import { timelineCsv } from '../../analytics/timeline-csv.ts';
import { recordType } from '../../catalogue/index.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { Problem } from '../../problems.ts';
import { readParameters, refusedParameter } from '../../records/lists/parameters.ts';
import type { ChangeLog } from '../../records/log/store.ts';
import { parseRecordID } from '../../records/read.ts';
import { noSuchRecord } from '../../records/refusals.ts';
import type { RecordStore } from '../../records/store.ts';
import { type AuditParts, auditExport } from './audited-routes.ts';
import { csvAttachmentHeaders } from './export-routes.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface AnalyticsRouteParts extends AuditParts {
  figures(account: AccountScope): FiguresStore;
  changes(account: AccountScope): ChangeLog;
  records(account: AccountScope): RecordStore;
  readonly kept: CachedFigures;
}

type Handle = (parts: AnalyticsRouteParts, request: ApiRequest) => Promise<ApiResponse | Problem>;

export function analyticsRoutes(parts: AnalyticsRouteParts): Route[] {
  const route = (path: string, operation: string, needs: Route['needs'], handle: Handle): Route => ({
    method: 'GET',
    path: `${ACCOUNT_PATH}/${path}`,
    operation,
    needs,
    heeds: { query: true },
    handle: (request) => handle(parts, request),
  });
  const everybody = { allowed: 'any person' } as const;
  const assets = { allowed: 'read', type: 'Assets' } as const;
  return [
    route('Stats/Maintenance', 'consoleGetMaintenanceFigures', everybody, showMaintenance),
    route('Stats/Connections', 'consoleGetConnectionsFigures', { allowed: 'company settings' }, showConnections),
    route('Assets/:id/Figures', 'consoleGetAssetFigures', assets, showAsset),
    route('Assets/:id/Timeline', 'consoleListAssetTimeline', assets, showTimeline),
    route('Assets/:id/Timeline/Export', 'consoleExportAssetTimeline', assets, saveTimeline),
  ];
}

type MaintenanceName = keyof typeof maintenance;
const maintenanceNames = Object.keys(maintenance) as MaintenanceName[];

async function showMaintenance(
  parts: AnalyticsRouteParts,
  { caller, query, gone }: ApiRequest,
): Promise<ApiResponse | Problem> {
  const asked = readMaintenanceAsked(query, maintenanceNames, parts.clock.now());
  if (asked instanceof Problem) return asked;
  const { account } = caller;
  const store = parts.figures(account);
  const left = gone();
  const figures = await partsOf(asked.of, (name) =>
    parts.kept.figure({
      account,
      key: JSON.stringify([name, { ...asked, of: undefined }]),
      compute: (now) => maintenance[name]({ store, ...asked, now, gone: left }),
      gone: left,
    }),
  );
  return figures instanceof Problem ? figures : answered(window(asked), figures);
}

function window({ span, timeZone, counted, graceDays }: MaintenanceParameters<string>) {
  const { boardID, locationID, type } = counted;
  const filters = { BoardID: boardID ?? null, LocationID: locationID ?? null, Type: type ?? null };
  return { from: formatTimestamp(span.from), to: formatTimestamp(span.to), timeZone, ...filters, graceDays };
}

type ConnectionsName = keyof typeof connections;
const connectionsNames = Object.keys(connections) as ConnectionsName[];
/** Maximum number of hours: the retention of hourly figures. */
const MAX_HOURS = 720;

async function showConnections(
  parts: AnalyticsRouteParts,
  { caller, query, gone }: ApiRequest,
): Promise<ApiResponse | Problem> {
  const given = readParameters(query, ['hours', 'of']);
  if (given instanceof Problem) return given;
  const text = given.get('hours') ?? '24';
  const hours = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > MAX_HOURS) return refusedParameter('hours', `Write a whole number from 1 to ${MAX_HOURS}.`);
  const of = readNames(given.get('of'), connectionsNames);
  if (of instanceof Problem) return of;
  const { account } = caller;
  const store = parts.figures(account).connections;
  const left = gone();
  const figures = await partsOf(of, (name) =>
    parts.kept.figure({
      account,
      key: JSON.stringify([name, hours]),
      compute: (now) => connections[name]({ store, hours, now, gone: left }),
      gone: left,
    }),
  );
  return figures instanceof Problem ? figures : answered({ hours }, figures);
}

/** Returns the figures, together with a description of what they cover. */
function answered(about: object, figures: string): ApiResponse {
  return { status: 200, body: `${JSON.stringify(about).slice(0, -1)},"figures":${figures}}` };
}

async function showAsset(parts: AnalyticsRouteParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const given = readParameters(request.query, []);
  if (given instanceof Problem) return given;
  const id = await knownAsset(parts, request);
  if (id instanceof Problem) return id;
  const { account } = request.caller;
  const gone = request.gone();
  const figure = await parts.kept.figure({
    account,
    key: `asset ${id}`,
    compute: (now) => assetFigures(parts.figures(account).assets, id, now, gone),
    gone,
  });
  return figure instanceof Problem ? figure : { status: 200, body: figure };
}

async function showTimeline(parts: AnalyticsRouteParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const told = await tellTimeline(parts, request, readTimelineAsked(request.query), timeline);
  return told instanceof Problem ? told : { status: 200, body: told.found };
}

async function saveTimeline(parts: AnalyticsRouteParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const told = await tellTimeline(parts, request, readTimelineAsked(request.query, { whole: true }), timelineCsv);
  if (told instanceof Problem) return told;
  const { id, found } = told;
  const answer: ApiResponse = { status: 200, body: found, headers: csvAttachmentHeaders(`Assets-${id}-Timeline`) };
  return auditExport(parts, request, `Assets/${id}/Timeline`, answer);
}

/** Reads the timeline of an asset in one of its output formats. Refuses an unknown asset. */
async function tellTimeline<Found>(
  parts: AnalyticsRouteParts,
  request: ApiRequest,
  asked: TimelineQuery | Problem,
  tell: (parts: TimelineParts, id: number, asked: TimelineQuery) => Promise<Found | Problem>,
): Promise<{ readonly id: number; readonly found: Found } | Problem> {
  if (asked instanceof Problem) return asked;
  const id = await knownAsset(parts, request);
  if (id instanceof Problem) return id;
  const { account } = request.caller;
  const sources = {
    assets: parts.figures(account).assets,
    log: parts.changes(account),
    records: parts.records(account),
    gone: request.gone(),
  };
  const found = await tell(sources, id, asked);
  return found instanceof Problem ? found : { id, found };
}

async function knownAsset(parts: AnalyticsRouteParts, { caller, parameters }: ApiRequest): Promise<number | Problem> {
  const id = parseRecordID(parameters.id ?? '');
  const record = id === undefined ? undefined : await parts.records(caller.account).read('Assets', id);
  return record === undefined ? noSuchRecord(recordType('Assets'), parameters.id ?? '') : record.id;
}
