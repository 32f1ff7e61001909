/** Every command, in the order the help shows them. */
import { accounts } from './accounts.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { completionOf } from './completion/index.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exportCommand } from './export.ts';
import { generate } from './generate.ts';
import { generateMigration } from './generate-migration.ts';
import { importCommand } from './import.ts';
import { keys } from './keys.ts';
import { listen } from './listen/index.ts';
import { migrate } from './migrate.ts';
import { people } from './people.ts';
import { proposals } from './proposals.ts';
import { restore } from './restore.ts';
import { secrets } from './secrets.ts';
import { seed } from './seed.ts';
import { serve } from './serve.ts';
import { webhooks } from './webhooks.ts';
import { webhooksRecover } from './webhooks-recover.ts';

export const commands: readonly Command[] = [
  serve,
  migrate,
  doctor,
  ...accounts,
  ...keys,
  ...people,
  ...proposals,
  ...webhooks,
  webhooksRecover,
  ...secrets,
  seed,
  backup,
  restore,
  exportCommand,
  importCommand,
  listen,
  explain,
  completionOf(() => commands),
  generateMigration,
  generate,
];
