/**
 * The place in which n8n runs a node, by n8n's own `n8n-workflow`: forms filled with their defaults, expressions, static data, webhook
 * paths and errors are its code. What only n8n's server has, HTTP with a credential, is a few lines here, over the network.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as n8n from 'n8n-workflow';

// Its form for import is meant for bundlers.
const { NodeHelpers, Workflow }: typeof n8n = createRequire(import.meta.url)('n8n-workflow');

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'connectors/n8n');

// biome-ignore lint/suspicious/noExplicitAny: nodes are loaded as n8n loads them, without types.
export type Loaded = any;

/** The package as n8n loads it: compiled, by the paths of its package.json. */
export function loadPackage(): { readonly [name: string]: Loaded } {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
  const require = createRequire(join(folder, 'package.json'));
  const { credentials, nodes } = require('./package.json').n8n;
  const classes = [...credentials, ...nodes].flatMap((file: string) => Object.entries<Loaded>(require(`./${file}`)));
  return Object.fromEntries(classes.map(([name, Class]) => [name, new Class()]));
}

export interface Hosted {
  readonly nodeType: Loaded;
  readonly credentialType: Loaded;
  readonly credentials: { readonly [name: string]: string };
  readonly parameters: { readonly [name: string]: unknown };
  readonly items?: readonly object[];
  readonly webhookUrl?: string;
  readonly continueOnFail?: boolean;
  readonly executionId?: string;
}

let executions = 0;

export function host(hosted: Hosted): Loaded {
  const { nodeType, credentialType, credentials, items = [{}] } = hosted;
  const node = {
    id: 'f0c1c4b2-0000-4000-8000-000000000001',
    name: 'Node',
    type: nodeType.description.name,
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters: hosted.parameters as n8n.INodeParameters,
  };
  const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) };
  const workflow = new Workflow({
    id: 'w1',
    name: 'Night shift',
    nodes: [node],
    connections: {},
    active: false,
    nodeTypes,
  });
  const filled = NodeHelpers.getNodeParameters(
    nodeType.description.properties,
    node.parameters,
    true,
    false,
    node,
    nodeType.description,
  );
  node.parameters = filled!;
  const input = items.map((json) => ({ json }) as n8n.INodeExecutionData);
  const resolve = (value: unknown, index: number, keys: n8n.IWorkflowDataProxyAdditionalKeys = {}) =>
    workflow.expression.getParameterValue(value as string, null, 0, index, node.name, input, 'manual', keys);
  const parameter = (name: string, index: number, fallback?: unknown, { extractValue = false } = {}) => {
    const value = resolve(filled![name] ?? fallback, index);
    return extractValue && typeof value === 'object' ? (value as { value: unknown }).value : value;
  };
  const executionId = hosted.executionId ?? `another ${++executions}`;
  const isExecuting = nodeType.execute !== undefined;
  return {
    workflow,
    getNode: () => node,
    getWorkflow: () => ({ id: workflow.id, name: workflow.name, active: false }),
    getInstanceId: () => 'instance',
    getExecutionId: () => executionId,
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    getWorkflowStaticData: (type: string) => workflow.getStaticData(type, node),
    getNodeWebhookUrl: () => hosted.webhookUrl,
    getInputData: () => input,
    continueOnFail: () => hosted.continueOnFail ?? false,
    getCredentials: async () => credentials,
    // Execution gives the index of the item second; the editor and webhooks have none.
    getNodeParameter: (name: string, ...rest: unknown[]) =>
      isExecuting && typeof rest[0] === 'number'
        ? parameter(name, rest[0], rest[1], rest[2] as object)
        : parameter(name, 0, rest[0], rest[1] as object),
    helpers: {
      returnJsonArray: (json: object) => [{ json }],
      httpRequestWithAuthentication: (_: string, options: Loaded) => {
        const { headers } = credentialType.authenticate.properties;
        const own = Object.entries<string>(headers).map(([name, value]) => [
          name,
          resolve(value, 0, { $credentials: credentials }),
        ]);
        return send({ ...options, headers: { ...options.headers, ...Object.fromEntries(own) } });
      },
    },
  };
}

/** What a credential's test asks, with its expressions resolved. */
export function testOf(credentialType: Loaded, on: Loaded, credentials: object): { baseURL: string; url: string } {
  const { request } = credentialType.test;
  const resolved = Object.entries(request).map(([name, value]) => [
    name,
    on.workflow.expression.getParameterValue(value, null, 0, 0, 'Node', [], 'manual', { $credentials: credentials }),
  ]);
  return Object.fromEntries(resolved);
}

async function send({ method, baseURL, url, headers, qs = {}, body, disableFollowRedirect }: Loaded): Promise<Loaded> {
  const query = Object.entries<Loaded>(qs).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  const answer = await fetch(`${baseURL}${url}?${new URLSearchParams(query)}`, {
    method,
    headers,
    body,
    redirect: disableFollowRedirect ? 'manual' : 'follow',
  });
  const text = await answer.text();
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text === '' ? '' : JSON.parse(text),
  };
}
