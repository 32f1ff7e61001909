/** What is imported: a workflow that writes back to every task that is completed, and the credentials it does so with. */
import type { Credentials } from '../support/app.ts';

const CREDENTIAL = { id: 'maintenance', name: 'Maintenance' };
const OF_PACKAGE = 'n8n-nodes-maintenance-data-service';

export const WORKFLOW = 'nightshift';
export const TRIGGER = 'Task completed';
export const ACTION = 'Write back';

export function credentialsFile(baseUrl: string, credentials: Credentials): object[] {
  return [{ ...CREDENTIAL, type: 'maintenanceDataServiceApi', data: { baseUrl, ...credentials } }];
}

export const nodeType = (name: string) => `${OF_PACKAGE}.${name}`;
export const usingCredential = { maintenanceDataServiceApi: CREDENTIAL };

export function workflowFile(): object[] {
  const common = { typeVersion: 1, credentials: usingCredential };
  const nodes = [
    {
      ...common,
      id: '6d3c1b52-0000-4000-8000-000000000001',
      webhookId: '6d3c1b52-0000-4000-8000-0000000000ff',
      name: TRIGGER,
      type: nodeType('maintenanceDataServiceTrigger'),
      position: [0, 0],
      parameters: { entityType: 'Tasks', action: 'Completed', options: {} },
    },
    {
      ...common,
      id: '6d3c1b52-0000-4000-8000-000000000002',
      name: ACTION,
      type: nodeType('maintenanceDataService'),
      position: [260, 0],
      parameters: {
        operation: 'update',
        recordType: 'Tasks',
        recordId: { __rl: true, mode: 'id', value: '={{ $json.data.ID }}' },
        changes: {
          mappingMode: 'defineBelow',
          value: {
            Result: '={{ $json.eventId }} of {{ $json.submitter }}',
            SpentMinutes: '={{ 25 }}',
            DueOn: '2026-12-24T10:00:00+01:00',
            CustomFields: '{"seen": true}',
          },
          matchingColumns: [],
          schema: [],
        },
      },
    },
  ];
  const connections = { [TRIGGER]: { main: [[{ node: ACTION, type: 'main', index: 0 }]] } };
  return [{ id: WORKFLOW, name: 'Night shift', active: false, settings: {}, nodes, connections }];
}
