import type {
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { isGenuine } from './signature';
import * as subscription from './subscription';

export class MaintenanceDataServiceTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Maintenance Data Service Trigger',
    name: 'maintenanceDataServiceTrigger',
    icon: {
      light: 'file:../../icons/maintenanceDataService.svg',
      dark: 'file:../../icons/maintenanceDataService.dark.svg',
    },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["entityType"] + ": " + $parameter["action"]}}',
    description: 'Starts the workflow when a maintenance record is created, changed or completed',
    defaults: { name: 'Maintenance Data Service Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'maintenanceDataServiceApi', required: true }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData', path: 'webhook' },
    ],
    properties: [
      {
        displayName: 'Record Type Name or ID',
        name: 'entityType',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getEntityTypes' },
        default: '',
        required: true,
        description:
          'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      },
      {
        displayName: 'Event Name or ID',
        name: 'action',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getActions', loadOptionsDependsOn: ['entityType'] },
        default: '',
        required: true,
        description:
          'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      },
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add Option',
        default: {},
        options: [
          {
            displayName: 'Filter ID',
            name: 'filterId',
            type: 'string',
            default: '',
            description: 'Only work orders of this board, forms of this template, or assets with this status',
          },
          {
            displayName: 'Include Own Changes',
            name: 'includeOwn',
            type: 'boolean',
            default: false,
            description:
              'Whether changes made with these very credentials start the workflow too. A workflow that writes back what it hears of would then never end.',
          },
          {
            displayName: 'Patience',
            name: 'patience',
            type: 'string',
            default: '1d',
            placeholder: '3d',
            description: 'How long events wait while n8n cannot be reached, from 1h to 7d. Empty: not at all.',
          },
        ],
      },
    ],
  };

  methods = { loadOptions: { getEntityTypes: subscription.getEntityTypes, getActions: subscription.getActions } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return subscription.checkExists(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        return subscription.create(this);
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return subscription.remove(this);
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject();
    if (request.rawBody === undefined) await request.readRawBody();
    const { signingSecret } = this.getWorkflowStaticData('node');
    const secrets = typeof signingSecret === 'string' ? [signingSecret] : [];
    if (!isGenuine(secrets, request.headers, request.rawBody, Date.now())) {
      this.getResponseObject().status(401).send('The signature is not good.').end();
      return { noWebhookResponse: true };
    }
    const { headers } = request;
    const event = {
      entityType: headers['x-entity-type'] as string,
      action: headers['x-action'] as string,
      // The same for each time an event is delivered: for a Remove Duplicates node behind this one.
      eventId: headers['webhook-id'] as string,
      change: (headers['x-change'] as string | undefined) ?? null,
    };
    return { workflowData: [this.helpers.returnJsonArray({ ...event, ...this.getBodyData() })] };
  }
}
