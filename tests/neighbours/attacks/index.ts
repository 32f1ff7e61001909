/** Every attack there is. To add one, add an entry to one of the lists. */
import { assistantAttacks } from './assistant.ts';
import type { Attack } from './attack.ts';
import { connectionAttacks } from './connections.ts';
import { credentialAttacks } from './credentials.ts';
import { everythingAttacks } from './everything.ts';
import { graphqlAttacks } from './graphql.ts';
import { listAttacks } from './lists.ts';
import { logAttacks } from './log.ts';
import { webhookAttacks } from './webhooks.ts';
import { writeAttacks } from './writes.ts';

export const attacks: readonly Attack[] = [
  ...connectionAttacks,
  ...listAttacks,
  ...graphqlAttacks,
  ...assistantAttacks,
  ...logAttacks,
  ...writeAttacks,
  ...credentialAttacks,
  ...webhookAttacks,
  ...everythingAttacks,
];
