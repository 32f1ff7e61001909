/** Filters and orders of the integration list. */
import type { Integration } from './queries.ts';

export type IntegrationFilter = 'all' | 'active' | 'unused' | 'revoked';
export type IntegrationOrder = 'used' | 'name' | 'calls';

const UNUSED_AFTER_MS = 90 * 86_400_000;

type Listed = Pick<Integration, 'name' | 'builtIn' | 'revokedOn' | 'lastUsedOn' | 'createdOn' | 'calls24h'>;

export function filterIntegrations<One extends Listed>(
  all: readonly One[],
  shown: IntegrationFilter,
  order: IntegrationOrder,
  now: number,
): One[] {
  const found = all.filter((one) => shows[shown](one, now));
  return found.sort((a, b) => orders[order](a, b) || a.name.localeCompare(b.name));
}

/** Long unused, or never used since it was made as long ago: somebody may have forgotten it. */
export function isUnused({ builtIn, revokedOn, lastUsedOn, createdOn }: Listed, now: number): boolean {
  return !builtIn && revokedOn === null && now - Date.parse(lastUsedOn ?? createdOn) > UNUSED_AFTER_MS;
}

const shows: Readonly<Record<IntegrationFilter, (one: Listed, now: number) => boolean>> = {
  all: () => true,
  active: ({ revokedOn }) => revokedOn === null,
  unused: isUnused,
  revoked: ({ revokedOn }) => revokedOn !== null,
};

/** Orders revoked integrations last. */
const last = (a: Listed, b: Listed) => Number(a.revokedOn !== null) - Number(b.revokedOn !== null);

const orders: Readonly<Record<IntegrationOrder, (a: Listed, b: Listed) => number>> = {
  used: (a, b) => last(a, b) || (b.lastUsedOn ?? '').localeCompare(a.lastUsedOn ?? ''),
  name: (a, b) => last(a, b) || a.name.localeCompare(b.name),
  calls: (a, b) => last(a, b) || b.calls24h - a.calls24h,
};
