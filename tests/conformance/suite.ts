/** What every storage engine must do, through the ports alone. Each part runs on each engine, against a real database. */
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { changes } from './changes.ts';
import { figures } from './figures.ts';
import { filters } from './filters.ts';
import type { Part } from './fixture.ts';
import { idempotency } from './idempotency.ts';
import { keyUse } from './key-use.ts';
import { loading } from './loading.ts';
import { needs } from './needs.ts';
import { pages } from './pages.ts';
import { passkeys } from './passkeys.ts';
import { people } from './people.ts';
import { proposals } from './proposals.ts';
import { rehearsals } from './rehearsals.ts';
import { related } from './related.ts';
import { summaries } from './summaries.ts';
import { titles } from './titles.ts';
import { uniqueness } from './uniqueness.ts';
import { values } from './values.ts';

export type { Fixture, Part } from './fixture.ts';

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
