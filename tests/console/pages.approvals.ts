/** Pages of the approvals: one of each kind of proposal. */
import type { ConsoleApp } from '../support/browser.ts';
import type { Shown } from './pages.ts';

interface Made {
  readonly applies: number;
  readonly conflict: number;
  readonly step: number;
  readonly approved: number;
  readonly deletes: number;
}

const made = new WeakMap<ConsoleApp, Promise<Made>>();

/** Once for all pages of one console. */
function proposals(app: ConsoleApp): Promise<Made> {
  const known = made.get(app) ?? propose(app);
  made.set(app, known);
  return known;
}

async function propose({ app, account, visit }: ConsoleApp): Promise<Made> {
  const writer = await app.key(account, { name: 'ERP sync' });
  const key = await app.key(account, {
    name: 'Fix-it assistant',
    proposesOnly: true,
    submitter: 'ann.reed@example.com',
  });
  const order = async (Name: string) =>
    (await writer.post('/api/WorkOrders', { Name, Status: 'OnHold', HoldReason: 'Waiting for the tenant' })).json.ID;
  const wish = async (body: object) => (await key.post('/api/Proposals', body as never)).json;
  const [boiler, lift, pump] = [
    await order('No heating in flat 15'),
    await order('Lift stuck at 3rd floor'),
    await order('Pump leaks'),
  ];
  await writer.post('/api/Webhooks', {
    entityType: 'WorkOrders',
    action: 'Completed',
    targetUrl: 'https://hooks.example.com/in',
    name: 'Invoicing',
  });
  const completing = [
    { op: 'replace', path: '/Status', value: 'Completed' },
    { op: 'replace', path: '/CompletionNotes', value: 'Pressure 1.4 bar' },
  ];
  const steps = [
    {
      type: 'WorkOrders',
      id: boiler,
      patch: completing,
      reason: 'Photos show the boiler running.\nThe tenant has confirmed by phone.',
    },
    {
      type: 'WorkOrders',
      id: lift,
      patch: [{ op: 'replace', path: '/Priority', value: 'Urgent' }],
      reason: 'Somebody is in it.',
    },
    { type: 'WorkOrders', create: { Name: 'New seal for pump 2' }, reason: 'The old one was used today.' },
    { type: 'Tasks', create: { Name: 'Order it', WorkOrderID: { step: 3 } }, reason: 'None is left.' },
  ];
  const [applies, conflict, , step] = await wish({ title: 'Close finished turnovers', steps });
  await writer.patch(`/api/WorkOrders/${boiler}`, [{ op: 'replace', path: '/DueOn', value: '2026-12-01T12:00:00Z' }]);
  await writer.patch(`/api/WorkOrders/${lift}`, [{ op: 'replace', path: '/Priority', value: 'High' }]);
  const deletes = await wish({ type: 'WorkOrders', id: pump, delete: true, reason: 'It is there twice.' });
  const approved = await wish({ type: 'Tasks', create: { Name: 'Call the tenant' }, reason: 'They wait for news.' });
  const { sender, context } = await visit('admin@example.com');
  const { effect } = (await sender.get(`/${account.id}/Proposals/${approved.id}`)).json;
  await sender.post(`/${account.id}/Proposals/${approved.id}/Approve`, { effect, comment: 'Yes, today' });
  await context.close();
  return { applies: applies.id, conflict: conflict.id, step: step.id, approved: approved.id, deletes: deletes.id };
}

const at = (which: keyof Made) => async (app: ConsoleApp) =>
  `/${app.account.id}/Approvals/${(await proposals(app))[which]}`;

export const approvalPages: readonly Shown[] = [
  { name: 'approvals-empty', at: '/Approvals?state=expired', ready: 'h2:text("No proposals like that")', alike: true },
  {
    name: 'approvals',
    at: async (app) => {
      await proposals(app);
      return `/${app.account.id}/Approvals`;
    },
    ready: 'table',
  },
  { name: 'approval', at: at('applies'), ready: 'h2:text("Decide")' },
  { name: 'approval-conflict', at: at('conflict'), ready: 'h2:text("Decide")' },
  {
    name: 'approval-edited',
    at: at('conflict'),
    bring: async (page) => {
      await page.getByRole('button', { name: 'Edit, then approve' }).click();
      await page.getByRole('heading', { name: 'What follows' }).waitFor();
    },
    ready: 'h2:text("Decide")',
  },
  { name: 'approval-step', at: at('step'), ready: 'h2:text("Decide")', alike: true },
  { name: 'approval-delete', at: at('deletes'), ready: 'h2:text("Decide")', alike: true },
  { name: 'approval-approved', at: at('approved'), ready: 'main h2', alike: true },
  { name: 'approval-technician', as: 'technician', at: at('applies'), ready: 'h2:text("Decide")', alike: true },
];
