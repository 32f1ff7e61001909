/** What every storage engine must do, through the ports alone. Each part runs on each engine, against a real database. */
import { accounts } from './conformance/accounts.ts';
import { audit } from './conformance/audit.ts';
import { changes } from './conformance/changes.ts';
import { figures } from './conformance/figures.ts';
import { filters } from './conformance/filters.ts';
import type { Part } from './conformance/fixture.ts';
import { idempotency } from './conformance/idempotency.ts';
import { keyUse } from './conformance/key-use.ts';
import { loading } from './conformance/loading.ts';
import { needs } from './conformance/needs.ts';
import { pages } from './conformance/pages.ts';
import { passkeys } from './conformance/passkeys.ts';
import { people } from './conformance/people.ts';
import { proposals } from './conformance/proposals.ts';
import { rehearsals } from './conformance/rehearsals.ts';
import { related } from './conformance/related.ts';
import { summaries } from './conformance/summaries.ts';
import { titles } from './conformance/titles.ts';
import { uniqueness } from './conformance/uniqueness.ts';
import { values } from './conformance/values.ts';

export type { Fixture, Part } from './conformance/fixture.ts';

export const conformance = {
  changes,
  needs,
  rehearsals,
  uniqueness,
  idempotency,
  values,
  filters,
  pages,
  related,
  titles,
  summaries,
  loading,
  accounts,
  people,
  keyUse,
  audit,
  proposals,
  passkeys,
  figures,
} as const satisfies Record<string, Part>;
