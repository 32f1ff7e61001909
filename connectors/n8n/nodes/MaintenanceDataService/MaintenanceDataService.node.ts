import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes } from 'n8n-workflow';
import { getFieldsToCreate, getFieldsToUpdate, getFilterFields, getRecordTypes, searchRecords } from './catalogue';
import { properties } from './properties';
import { operations } from './records';

export class MaintenanceDataService implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Maintenance Data Service',
    name: 'maintenanceDataService',
    icon: {
      light: 'file:../../icons/maintenanceDataService.svg',
      dark: 'file:../../icons/maintenanceDataService.dark.svg',
    },
    group: ['input'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["recordType"]}}',
    description: 'Read and change work orders, tasks, assets and all other maintenance records',
    defaults: { name: 'Maintenance Data Service' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'maintenanceDataServiceApi', required: true }],
    properties,
  };

  methods = {
    loadOptions: { getRecordTypes, getFilterFields },
    listSearch: { searchRecords },
    resourceMapping: { getFieldsToCreate, getFieldsToUpdate },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const made: INodeExecutionData[] = [];
    for (let index = 0; index < this.getInputData().length; index++) {
      try {
        const operation = operations[String(this.getNodeParameter('operation', index))]!;
        const records = await operation.call(this, index);
        // One by one: as arguments of one call, a hundred thousand are more than its stack holds.
        for (const json of records) made.push({ json, pairedItem: { item: index } });
      } catch (error) {
        // One of these already stays as it is.
        if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: index });
        made.push({ json: { error: (error as Error).message }, pairedItem: { item: index } });
      }
    }
    return [made];
  }
}
