/** The subscription behind the trigger: it is there while the workflow is active, and kept in the workflow's static data. */
import type { IDataObject, IHookFunctions, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { ask } from '../MaintenanceDataService/request';

interface Subscription {
  readonly id: number;
  readonly entityType: string;
  readonly action: string;
  readonly active: boolean;
  readonly targetUrl: string;
  readonly createdOn: string;
  readonly signingSecret?: string;
}

/** While n8n is updated or down for the night, events wait. */
const PATIENCE = '1d';

interface Offer {
  readonly entityType: string;
  readonly actions: readonly string[];
  readonly filterEntityType: string | null;
}

export async function getEntityTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return (await offers(this)).map(({ entityType }) => ({ name: entityType, value: entityType }));
}

export async function getActions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const chosen = String(this.getNodeParameter('entityType', ''));
  const offer = (await offers(this)).find(({ entityType }) => entityType === chosen);
  return (offer?.actions ?? []).map((action) => ({ name: action, value: action }));
}

/**
 * True where the subscription that was made is still there, and is for the event that the form says now. What else has changed, such as
 * where n8n is, is changed there: with another subscription what waits for n8n would be lost, and what has failed could not be recovered.
 */
export async function checkExists(hook: IHookFunctions): Promise<boolean> {
  const kept = hook.getWorkflowStaticData('node');
  if (kept.subscriptionId === undefined || kept.signingSecret === undefined) return false;
  const found = await find(hook, kept);
  if (found === undefined) return forget(kept);
  kept.createdOn = found.createdOn;
  const path = `/api/Webhooks/${found.id}`;
  const wanted = await subscriptionWanted(hook);
  if (found.entityType !== wanted.entityType || found.action !== wanted.action) {
    await ask(hook, { method: 'DELETE', path });
    return forget(kept);
  }
  // What was asked for, not what the service makes of it: that writes 24h as 1d.
  const askedFor = JSON.stringify(wanted);
  if (kept.askedFor !== askedFor) {
    await ask(hook, { method: 'PATCH', path, body: changesTo(wanted) });
    kept.askedFor = askedFor;
  }
  if (!found.active) await ask(hook, { method: 'POST', path: `${path}/Reactivate` });
  return true;
}

function changesTo(wanted: IDataObject) {
  return CHANGEABLE.map((name) => ({ op: 'replace', path: `/${name}`, value: wanted[name] ?? null }));
}
const CHANGEABLE = ['targetUrl', 'name', 'includeOwn', 'patience', 'filterEntityType', 'filterConditionEntityID'];

export async function create(hook: IHookFunctions): Promise<boolean> {
  const body = await subscriptionWanted(hook);
  const answer = await ask(hook, { method: 'POST', path: '/api/Webhooks', body });
  const { id, createdOn, signingSecret } = answer.body as unknown as Subscription;
  const askedFor = JSON.stringify(body);
  Object.assign(hook.getWorkflowStaticData('node'), { subscriptionId: id, createdOn, signingSecret, askedFor });
  return true;
}

/** One that is gone already is as good as deleted. */
export async function remove(hook: IHookFunctions): Promise<boolean> {
  const kept = hook.getWorkflowStaticData('node');
  const found = kept.subscriptionId === undefined ? undefined : await find(hook, kept);
  if (found !== undefined) await ask(hook, { method: 'DELETE', path: `/api/Webhooks/${found.id}` });
  forget(kept);
  return true;
}

function forget(kept: IDataObject): false {
  delete kept.subscriptionId;
  delete kept.createdOn;
  delete kept.signingSecret;
  delete kept.askedFor;
  return false;
}

/** Numbers come again, in another account and after a restore: what has the number only is another workflow's. */
async function find(hook: IHookFunctions, kept: IDataObject): Promise<Subscription | undefined> {
  const { body } = await ask(hook, { path: '/api/Webhooks', query: { id: kept.subscriptionId as number } });
  const found = (body as unknown as Subscription[])[0];
  return found !== undefined && isTheOneMade(hook, kept, found) ? found : undefined;
}

function isTheOneMade(hook: IHookFunctions, kept: IDataObject, found: Subscription): boolean {
  if (kept.createdOn !== undefined) return found.createdOn === kept.createdOn;
  // Static data from before the time was kept, or what was asked for. The address is the node's own; the name is anybody's to change.
  const made = kept.askedFor === undefined ? addressOf(hook) : JSON.parse(kept.askedFor as string);
  return found.targetUrl === made.targetUrl;
}

async function offers(asking: ILoadOptionsFunctions | IHookFunctions): Promise<Offer[]> {
  return (await ask(asking, { path: '/api/Webhooks/Events' })).body as unknown as Offer[];
}

async function subscriptionWanted(hook: IHookFunctions): Promise<IDataObject> {
  const entityType = String(hook.getNodeParameter('entityType'));
  const { patience = PATIENCE, ...options } = hook.getNodeParameter('options', {}) as IDataObject;
  const offer = (await offers(hook)).find((one) => one.entityType === entityType);
  const filter = String(options.filterId ?? '') === '' ? undefined : options.filterId;
  if (filter !== undefined && !offer?.filterEntityType)
    throw new NodeOperationError(hook.getNode(), `Events of ${entityType} cannot be filtered.`);
  const address = addressOf(hook);
  if (!address.targetUrl.startsWith('https://')) {
    throw new NodeOperationError(hook.getNode(), 'The service delivers to addresses that begin with https:// only.', {
      description: 'Set WEBHOOK_URL of n8n to the https address at which the service can reach it.',
    });
  }
  return {
    entityType,
    action: hook.getNodeParameter('action') as string,
    ...address,
    includeOwn: options.includeOwn === true,
    ...(patience !== '' && { patience }),
    ...(filter !== undefined && { filterEntityType: offer!.filterEntityType, filterConditionEntityID: filter }),
  };
}

function addressOf(hook: IHookFunctions) {
  return {
    targetUrl: String(hook.getNodeWebhookUrl('default')),
    name: `n8n: ${hook.getWorkflow().name ?? hook.getWorkflow().id}`.slice(0, 200),
  };
}
