/**
 * The attacker's process: offers endpoints and a name server that the service may be sent to, and runs the attacks that it is
 * told to. It has the lowest priority, so that what it does itself takes nothing from those it is measured against.
 */
import { constants, setPriority } from 'node:os';
import { type Behaviour, startReceiver } from '../support/receiver.ts';
import { freePort } from '../support/service.ts';
import { ATTACKER, RESIDENT_NAME } from './addresses.ts';
import type { Context, Grounds, Stop } from './attacks/attack.ts';
import { attacks } from './attacks/index.ts';
import { startNameServer } from './name-server.ts';

export type Order =
  | { readonly order: 'start'; readonly attack: string; readonly target: Target }
  | { readonly order: 'stop' };
/** What it must be told of the service. */
export type Target = Pick<Context, 'url' | 'keys' | 'tasks'>;

export type Report =
  | { readonly report: 'ready'; readonly grounds: Grounds; readonly authorities: string }
  | { readonly report: 'started' }
  | { readonly report: 'stopped'; readonly counts: Counts }
  | { readonly report: 'failed'; readonly why: string };
export type Counts = Readonly<Record<string, number>>;

const ONE_KIB = 'no '.repeat(342).slice(0, 1024);

await serve((report) => process.send!(report));

async function serve(tell: (report: Report) => void): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const { grounds, authorities } = await prepareGrounds();
  let counts: Record<string, number> = {};
  let stop: Stop = () => {};
  const obey = async (order: Order) => {
    if (order.order === 'stop') {
      await stop();
      return tell({ report: 'stopped', counts });
    }
    const attack = attacks.find(({ name }) => name === order.attack)!;
    const tally: Record<string, number> = {};
    counts = tally;
    const count = (what: string) => {
      tally[what] = (tally[what] ?? 0) + 1;
    };
    const keys = attack.who === 'account' ? order.target.keys : [];
    stop = await attack.start({ ...order.target, ...grounds, keys, from: ATTACKER, count });
    tell({ report: 'started' });
  };
  process.on('message', (order: Order) => {
    obey(order).catch((error: Error) => tell({ report: 'failed', why: error.stack ?? String(error) }));
  });
  process.on('disconnect', () => process.exit());
  tell({ report: 'ready', grounds, authorities });
}

async function prepareGrounds(): Promise<{ grounds: Grounds; authorities: string }> {
  const answering = await startReceiver({ host: ATTACKER, names: [ATTACKER] });
  answering.answer((exchange) => {
    // It would keep everything that ever arrived.
    answering.requests.length = 0;
    return behaviours[exchange.received.path.split('/')[1]!]?.(exchange);
  });
  const deaf = await startReceiver({ host: ATTACKER, connection: () => 'taken' });
  const grounds = {
    endpoints: {
      prompt: `${answering.url}/prompt`,
      hanging: `${answering.url}/hanging`,
      wordy: `${answering.url}/wordy`,
      deaf: deaf.url,
      closed: `https://${ATTACKER}:${await freePort()}`,
    },
    nameServer: await startNameServer(ATTACKER, RESIDENT_NAME),
  };
  return { grounds, authorities: answering.ca };
}

const attempts = new Map<string, number>();
const behaviours: Readonly<Record<string, Behaviour>> = {
  prompt: ({ response }) => void response.end(),
  hanging: () => {},
  wordy({ received, response }) {
    const name = String(received.headers['webhook-id']);
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    response.writeHead(attempt < 4 ? 500 : 200).end(ONE_KIB);
  },
};
