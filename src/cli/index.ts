/**
 * All commands, grouped by their first word, in the order of the help. A command is loaded on demand: loading all of
 * them takes longer than most of them run.
 */
import type { Command } from './command.ts';

const families: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  serve: async () => [(await import('./serve.ts')).serve],
  migrate: async () => [(await import('./migrate.ts')).migrate],
  doctor: async () => [(await import('./doctor.ts')).doctor],
  accounts: async () => (await import('./accounts.ts')).accounts,
  keys: async () => (await import('./keys.ts')).keys,
  people: async () => (await import('./people.ts')).people,
  proposals: async () => (await import('./proposals.ts')).proposals,
  webhooks: async () => [
    ...(await import('./webhooks.ts')).webhooks,
    (await import('./webhooks-recover.ts')).webhooksRecover,
  ],
  secrets: async () => (await import('./secrets.ts')).secrets,
  seed: async () => [(await import('./seed.ts')).seed],
  backup: async () => [(await import('./backup.ts')).backup],
  restore: async () => [(await import('./restore.ts')).restore],
  export: async () => [(await import('./export.ts')).exportCommand],
  import: async () => [(await import('./import.ts')).importCommand],
  listen: async () => [(await import('./listen/index.ts')).listen],
  mcp: async () => [(await import('./mcp.ts')).mcp],
  explain: async () => [(await import('./explain.ts')).explain],
  completion: async () => [(await import('./completion/index.ts')).completionOf(allCommands)],
  generate: async () => [
    (await import('./generate-migration.ts')).generateMigration,
    (await import('./generate.ts')).generate,
  ],
};

export async function allCommands(): Promise<readonly Command[]> {
  return (await Promise.all(Object.values(families).map((load) => load()))).flat();
}

/**
 * Returns the commands that the command line may mean: those with the same first word, or all commands if none matches.
 */
export function commandsFor(argv: readonly string[]): Promise<readonly Command[]> {
  const word = argv[0] ?? '';
  return Object.hasOwn(families, word) ? families[word]!() : allCommands();
}
