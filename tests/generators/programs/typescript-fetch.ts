/** Lists, creates, patches and subscribes with the client that openapi-generator writes for TypeScript (typescript-fetch). */
import * as mds from './index';

const { BASE_URL, API_KEY, VAULT_SECRET, SHARD_ID, TASK_NAME = '' } = process.env as { [name: string]: string };
const secrets: { [name: string]: string } = { apiKey: API_KEY!, vaultSecret: VAULT_SECRET!, shardID: SHARD_ID! };
const configuration = new mds.Configuration({ basePath: BASE_URL!, apiKey: (name: string) => secrets[name]! });

const page = { take: 5 };
const lists = {
  WorkOrders: () => new mds.WorkOrdersApi(configuration).listWorkOrders(page),
  Tasks: () => new mds.TasksApi(configuration).listTasks(page),
  Assets: () => new mds.AssetsApi(configuration).listAssets(page),
  Forms: () => new mds.FormsApi(configuration).listForms(page),
  PurchaseOrders: () => new mds.PurchaseOrdersApi(configuration).listPurchaseOrders(page),
  Jobs: () => new mds.JobsApi(configuration).listJobs(page),
  Employees: () => new mds.EmployeesApi(configuration).listEmployees(page),
  Users: () => new mds.UsersApi(configuration).listUsers(page),
  Products: () => new mds.ProductsApi(configuration).listProducts(page),
  Routes: () => new mds.RoutesApi(configuration).listRoutes(page),
  Boards: () => new mds.BoardsApi(configuration).listBoards(page),
  FormTemplates: () => new mds.FormTemplatesApi(configuration).listFormTemplates(page),
  AssetStatuses: () => new mds.AssetStatusesApi(configuration).listAssetStatuses(page),
  Locations: () => new mds.LocationsApi(configuration).listLocations(page),
  Vendors: () => new mds.VendorsApi(configuration).listVendors(page),
};
const listed: Record<string, number> = {};
for (const [name, list] of Object.entries(lists)) listed[name] = (await list()).length;

const tasks = new mds.TasksApi(configuration);
const task = await tasks.createTask({
  createTask: { Name: TASK_NAME, DueOn: new Date('2026-03-01T08:00:00Z'), TaskExternalMessagingID: 2 ** 40 + 1 },
  idempotencyKey: TASK_NAME,
});
const patched = await tasks.updateTask({
  id: task.ID,
  patchOperation: [
    { op: 'test', path: '/Status', value: 'Open' },
    { op: 'replace', path: '/Status', value: 'Completed' },
  ],
});
const found = await tasks.listTasks({ name: [TASK_NAME], extFilter: true, completedOn: ['2026-01-01 ge'] });
const asset = await new mds.AssetsApi(configuration).createAsset({
  createAsset: { Name: TASK_NAME, PurchaseCost: 1234567.89 },
});
const refused = await tasks.getTask({ id: 2 ** 40 }).catch((error: mds.ResponseError) => error.response.json());
const problem = mds.ProblemFromJSON(refused);
const webhooks = new mds.WebhooksApi(configuration);
const hook = await webhooks.createWebhook({
  createSubscription: {
    entityType: 'Tasks',
    action: 'Completed',
    targetUrl: 'https://hooks.example.com/completed',
    headers: { 'X-Team': 'north' },
  },
});
const hooks = await webhooks.listWebhooks();
console.log(
  JSON.stringify({
    listed,
    created: task.ID,
    dueSeconds: task.DueOn!.getTime() / 1000,
    messagingID: task.TaskExternalMessagingID,
    status: patched.Status,
    found: found.map(({ ID }) => ID),
    cost: asset.PurchaseCost,
    refusal: problem.code,
    webhook: hook.id,
    webhooks: hooks.length,
    secret: hook.signingSecret.slice(0, 6),
  }),
);
