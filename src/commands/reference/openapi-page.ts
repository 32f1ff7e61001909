/** openapi.json: the document that a service with the default settings serves. */
import { pino } from 'pino';
import { buildApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { CommandFailure } from '../command.ts';

export async function openApiPage(): Promise<string> {
  const app = buildApp(readSettings({}), new Map(), pino({ level: 'error' }, pino.destination(2)));
  const reply = await app.inject('/openapi.json');
  await app.close();
  if (reply.statusCode !== 200) throw new CommandFailure('The OpenAPI document cannot be built; see the fault above.');
  return `${JSON.stringify(reply.json(), null, 2)}\n`;
}
