/** The command line: reads what was typed, runs the command and prints its result. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandFailure, UsageError } from './cli/command.ts';
import { readCommandLine } from './cli/command-line.ts';
import { explained } from './cli/explained.ts';
import { commandsFor } from './cli/index.ts';
import { nearest } from './lib/nearest.ts';
import { visibleInJson, visibleText } from './lib/visible-text.ts';
import { onlyShard, readSettings, settingsTable } from './settings.ts';

// Ignore write errors on stderr: a full disk must not stop the service.
process.stderr.on('error', () => {});

/** Rolls back the command if its result cannot be printed; returns a message about the rollback. */
let undo: () => Promise<string> | undefined = () => undefined;

process.stdout.on('error', async (failure: NodeJS.ErrnoException) => {
  // EPIPE is no error: the reader, such as `head`, needs no more output.
  const told = failure.code === 'EPIPE' ? [] : [`Standard output cannot be written: ${failure.message}`];
  const undone = await undo()?.catch(explained);
  if (undone !== undefined) told.push(undone);
  for (const line of told) process.stderr.write(`${visibleText(line)}\n`);
  process.exit(told.length === 0 ? 0 : 1);
});

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  let isJson = false;
  try {
    const asked = readCommandLine(argv, await commandsFor(argv));
    if ('text' in asked) {
      process.stdout.write(asked.text);
      return 0;
    }
    const { command, given, rest, json } = asked;
    isJson = json;
    const settings = readSettings({
      ...defaultSetting(given.value('default')),
      ...environmentFile(),
      ...process.env,
    });
    const talkative = !json && process.stderr.isTTY === true;
    const shard = command.everyShard ? undefined : given.value('shard');
    const context = { settings: shard === undefined ? settings : onlyShard(settings, shard), talkative, json, rest };
    const result = await command.run(given, context);
    undo = () => command.unseen?.(result as never, given, context);
    if (json) printJson(result ?? null);
    else if (command.show) process.stdout.write(`${visibleText(command.show(result as never))}\n`);
    return 0;
  } catch (error) {
    if (isJson && error instanceof CommandFailure && error.found !== undefined) printJson(error.found);
    return await report(error);
  }
}

function printJson(result: unknown): void {
  process.stdout.write(`${visibleInJson(JSON.stringify(result))}\n`);
}

/** `.env` in the working folder; what the environment itself says wins over it. */
function environmentFile(): NodeJS.Dict<string> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
}

/** `NAME=VALUE`, whose value may hold anything, also commas and further equals signs. */
function defaultSetting(given: string | undefined): NodeJS.Dict<string> {
  if (given === undefined) return {};
  const [name, ...value] = given.split('=');
  if (!name || value.length === 0) throw new UsageError('--default needs a setting and its value: NAME=VALUE.');
  const known = Object.keys(settingsTable);
  if (!known.includes(name)) {
    const suggestion = nearest(name, known);
    throw new UsageError(`--default: ${name} is not a setting${suggestion ? `; did you mean ${suggestion}?` : '.'}`);
  }
  return { [name]: value.join('=') };
}

async function report(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    process.stderr.write(`${visibleText(error.message)}\n`);
    return 2;
  }
  process.stderr.write(`${visibleText(await explained(error))}\n`);
  return 1;
}
