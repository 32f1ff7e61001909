/** MCP server for one request. It keeps no state between requests, so any instance can answer any of them. */
import { ProtocolError, ProtocolErrorCode, Server, specTypeSchemas } from '@modelcontextprotocol/server';
import type { Json } from '../../lib/json.ts';
import { listedPrompts, renderPrompt } from './prompts.ts';
import { listResources, readResource } from './resources.ts';
import type { ToolContext } from './tool.ts';
import { callTool, listedTools, NOTICE } from './tools.ts';

const INSTRUCTIONS = `Maintenance records of a firm: work orders, tasks, assets, purchase orders and more. Begin with the tool describe, which tells the time, too. Reading tools answer at once. You cannot write: propose_create, propose_change, propose_delete and propose_plan keep a proposal that a person approves or rejects; proposals tells what became of it. ${NOTICE}`;

export function createMcpServer(asking: ToolContext): Server {
  const { caller, parts } = asking;
  const server = new Server(
    { name: 'maintenance-data-service', title: 'Maintenance Data Service', version: parts.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  // Parameters that do not fit a schema which is named here are the client's fault; without one the library calls them its own.
  const page = { params: specTypeSchemas.PaginatedRequestParams };
  server.setRequestHandler('tools/list', page, () => ({ tools: listedTools as never }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await callTool(asking, params.name, (params.arguments ?? {}) as Json).catch((fault) => {
      asking.broken(fault);
      throw fault;
    });
    if (result === undefined) throw unknown(`There is no tool ${params.name}.`);
    return result as never;
  });
  server.setRequestHandler('resources/list', page, () => ({ resources: listResources(caller) }));
  server.setRequestHandler('resources/templates/list', page, () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', { params: specTypeSchemas.ReadResourceRequestParams }, ({ uri }) => {
    const found = readResource(caller, uri);
    if (found === undefined) throw unknown('There is no such resource that this key may read.');
    return { contents: [found] };
  });
  server.setRequestHandler('prompts/list', page, () => ({ prompts: listedPrompts as never }));
  server.setRequestHandler('prompts/get', { params: specTypeSchemas.GetPromptRequestParams }, (params) => {
    const found = renderPrompt(params.name, params.arguments ?? {});
    if (found === undefined) throw unknown(`There is no prompt ${params.name}.`);
    if (typeof found === 'string') throw unknown(found);
    return found;
  });
  return server;
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
