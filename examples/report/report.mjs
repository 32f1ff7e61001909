/**
 * A report for every morning: what was completed on a day, as a CSV file with a summary on top of the screen. Run it by cron at night.
 *
 * Node 20 or newer, and nothing else.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { service } from './service.mjs';

const DAY = 86_400_000;

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
    // The day in UTC; yesterday unless given.
    day: { type: 'string', default: new Date(Date.now() - DAY).toISOString().slice(0, 10) },
    out: { type: 'string', default: '.' },
  },
});
const from = options.day;
const day = new Date(`${from}T00:00:00Z`);
// A time of the day would pass for a day, and most of it would be missing.
if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== from) {
  console.error(`--day needs a day such as 2026-01-30, not ${from}.`);
  process.exit(2);
}
const { get } = service(options.url);
const to = new Date(day.getTime() + DAY).toISOString().slice(0, 10);
const range = new URLSearchParams([
  ['extFilter', 'true'],
  ['CompletedOn', `${from} ge`],
  ['CompletedOn', `${to} lt`],
  ['orderby', 'CompletedOn'],
]);

// The whole list as one stream, written by the service: nothing to page through, nothing to escape.
const fields = 'Number,Name,Priority,Type,AssetID,CompletedOn,LabourMinutes,TotalCost';
const { body: csv } = await get(`/api/WorkOrders?${range}&fields=${fields}`, { accept: 'text/csv' });

// Under another name first: who picks the file up never sees half of it.
const file = `${options.out}/completed-${from}.csv`;
writeFileSync(`${file}.part`, csv);
renameSync(`${file}.part`, file);

const totals = { orders: 0, minutes: 0, cost: 0 };
for (let last = 0; ; ) {
  const page = await get(
    `/api/WorkOrders?${withoutOrder(range)}&take=1000&ID=${last}%20gt&fields=LabourMinutes,TotalCost`,
  );
  for (const { LabourMinutes, TotalCost } of page.body) {
    totals.orders++;
    totals.minutes += LabourMinutes;
    totals.cost += TotalCost;
  }
  if (!page.more) break;
  last = page.body.at(-1).ID;
}
console.log(
  `${from}: ${totals.orders} work orders completed, ${totals.minutes} minutes, ${totals.cost.toFixed(2)} in all`,
);
console.log(`Written to ${file}`);

/** @param {URLSearchParams} range */
function withoutOrder(range) {
  const query = new URLSearchParams(range);
  query.delete('orderby');
  return query;
}
