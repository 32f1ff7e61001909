/** openapi.json, the document that a service with the default settings serves, and the types that the clients take from it. */

import { renderPythonCollections, renderPythonTypes } from '../../api/rest/openapi/python-types.ts';
import { renderTypescriptTypes } from '../../api/rest/openapi/typescript-types.ts';
import { buildApp } from '../../app.ts';
import { noLog } from '../../lib/log.ts';
import { readSettings } from '../../settings.ts';
import { CommandFailure } from '../command.ts';
import { compactJson } from './compact-json.ts';

export async function openApiPage(): Promise<string> {
  return `${compactJson(await servedDocument())}\n`;
}

export async function clientTypes(): Promise<string> {
  return renderTypescriptTypes(await servedDocument());
}

export async function pythonClientTypes(): Promise<string> {
  return renderPythonTypes(await servedDocument());
}

export async function pythonClientCollections(): Promise<string> {
  return renderPythonCollections(await servedDocument());
}

async function servedDocument(): Promise<{ [key: string]: unknown }> {
  const app = buildApp(readSettings({}), new Map(), { ...noLog, error: console.error });
  const reply = await app.inject('/openapi.json');
  await app.close();
  if (reply.statusCode !== 200) throw new CommandFailure('The OpenAPI document cannot be built; see the fault above.');
  return reply.json();
}
