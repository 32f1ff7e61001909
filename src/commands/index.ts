/** Every command, in the order the help shows them. */
import { accounts } from './accounts.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { generate } from './generate.ts';
import { keys } from './keys.ts';
import { migrate } from './migrate.ts';
import { seed } from './seed.ts';
import { serve } from './serve.ts';

export const commands: readonly Command[] = [serve, migrate, doctor, ...accounts, ...keys, seed, explain, generate];
