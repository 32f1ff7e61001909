/** Health of a webhook per hour (all succeeded, some failed, all failed, no deliveries), as cells and as text. */
import type { Health } from '../api/types.ts';

export type HealthCellState = 'ok' | 'some' | 'all' | 'none';

export interface HealthCell {
  readonly hour: string;
  readonly state: HealthCellState;
  readonly ok: number;
  readonly failed: number;
}

export function createHealthCells({ hours }: Pick<Health, 'hours'>): HealthCell[] {
  return hours.map(({ hour, ok, failed }) => ({ hour, ok, failed, state: stateOf(ok, failed) }));
}

function stateOf(ok: number, failed: number): HealthCellState {
  if (failed === 0) return ok === 0 ? 'none' : 'ok';
  return ok === 0 ? 'all' : 'some';
}

export function healthText({ hours }: Pick<Health, 'hours'>, format: (value: number) => string = String): string {
  const sum = (name: 'ok' | 'failed' | 'suppressed' | 'dropped') => hours.reduce((all, hour) => all + hour[name], 0);
  const [ok, failed, dropped] = [sum('ok'), sum('failed'), sum('dropped')];
  if (ok + failed + dropped === 0) return `Nothing in ${hours.length} hours`;
  const parts = [`${format(ok)} ok`, `${format(failed)} failed`];
  if (dropped > 0) parts.push(`${format(dropped)} dropped`);
  return parts.join(', ');
}
