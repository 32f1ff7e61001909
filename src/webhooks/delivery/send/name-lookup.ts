/**
 * Resolves a name to its addresses, so that dead names of one account do not delay another. Asks the hosts file first,
 * then the name servers; for names they do not know, it uses the system's lookup. Concurrent queries are limited by
 * budgets with a share per account. Names that answered quickly last time have a budget of their own. A requester that
 * waits in the queue is notified, because that time is not the endpoint's fault.
 */
import { RecentlyUsed } from '../../../accounts/recently-used.ts';
import { createFairSemaphore, type FairSemaphore, isRefusal } from '../../../fairness/budget.ts';
import { isLocalhost } from './address-guard.ts';
import type { LookupRequester, ResolvedAddress, ResolveHost } from './guarded-lookup.ts';
import { createHostsFileLookup } from './hosts-file.ts';
import { createNameServerLookup } from './name-servers.ts';
import { resolveWithSystem, threadPoolSize } from './system-resolve.ts';

export interface NameLookup {
  readonly resolve: ResolveHost;
  readonly budgets: readonly FairSemaphore[];
}

export interface NameLookupOptions {
  /** Name servers to ask instead of the system's; then only they and the hosts file are used. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Limits concurrent queries for names that have not proved quick: per account, and in total. */
  readonly untried?: { readonly total: number; readonly share: number };
}

type Addresses = readonly ResolvedAddress[] | 'put off';

/** Query under way; requesters of one account that need the same name share the answer. */
interface Question {
  readonly askers: Set<LookupRequester>;
  inLine: boolean;
  answer: Promise<Addresses>;
}

/** A name that took longer than this has not proved quick. */
const QUICK_LOOKUP_MS = 1_000;
/**
 * Maximum wait in the queue. Then the lookup is put off, and its lane tries again: a process that is to end does not
 * wait for the queue.
 */
const MAX_QUEUE_WAIT_MS = 3_000;
const UNLIMITED_QUEUE = { total: Infinity, share: Infinity };
const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function createNameLookup({ servers = [], hostsFile, untried }: NameLookupOptions = {}): NameLookup {
  const hosts = createHostsFileLookup(hostsFile);
  const askServers = createNameServerLookup(servers);
  const line = { queue: UNLIMITED_QUEUE, waitMs: MAX_QUEUE_WAIT_MS };
  const quickNames = createFairSemaphore({ name: 'webhook_lookups_quick', total: 256, share: 128, ...line });
  // A caching forwarder before the name servers often has room for 150 questions.
  const otherNames = createFairSemaphore({
    name: 'webhook_lookups_untried',
    ...(untried ?? { total: 128, share: 32 }),
    ...line,
  });
  const half = Math.ceil(threadPoolSize / 2);
  const onThreads = createFairSemaphore({
    name: 'webhook_lookups_system',
    total: half,
    share: Math.ceil(half / 4),
    ...line,
  });
  const proved = new RecentlyUsed<true>(10_000);
  const asked = new Map<string, Question>();

  return {
    budgets: [quickNames, otherNames, onThreads],
    async resolve(hostname, asker) {
      const own = hosts(hostname) ?? (isLocalhost(hostname) ? LOOPBACK : undefined);
      if (own !== undefined) return own;
      const key = `${asker.account} ${hostname}`;
      const question = asked.get(key) ?? ask(key, hostname, asker.account);
      question.askers.add(asker);
      if (question.inLine) asker.waitInLine();
      return question.answer;
    },
  };

  function ask(key: string, hostname: string, account: string): Question {
    const question: Question = { askers: new Set(), inLine: false, answer: undefined as never };
    asked.set(key, question);
    question.answer = answer(question, hostname, account).finally(() => asked.delete(key));
    return question;
  }

  async function answer(question: Question, hostname: string, account: string): Promise<Addresses> {
    const system = () => inTurn(question, onThreads, account, () => resolveWithSystem(hostname));
    if (servers.length === 0 && isLocalName(hostname)) return system();
    const budget = proved.get(hostname) === undefined ? otherNames : quickNames;
    try {
      return await inTurn(question, budget, account, () => timed(hostname));
    } catch (error) {
      // Search domains, and whatever else the machine has been taught: `hooks.factory` may be a name there.
      if (servers.length === 0 && isUnknown(error)) return system();
      throw error;
    }
  }

  async function timed(hostname: string): Promise<readonly ResolvedAddress[]> {
    const began = performance.now();
    try {
      return await askServers(hostname);
    } finally {
      if (performance.now() - began <= QUICK_LOOKUP_MS) proved.set(hostname, true);
      else proved.delete(hostname);
    }
  }
}

async function inTurn(
  question: Question,
  budget: FairSemaphore,
  account: string,
  work: () => Promise<readonly ResolvedAddress[]>,
): Promise<Addresses> {
  let turn = budget.turn(account);
  if (turn instanceof Promise) {
    question.inLine = true;
    for (const asker of question.askers) asker.waitInLine();
    turn = await turn;
    question.inLine = false;
    for (const asker of question.askers) asker.leaveLine();
  }
  if (isRefusal(turn)) return 'put off';
  try {
    return await work();
  } finally {
    turn.give();
  }
}

/** True for names that only the machine itself can know: no public name server has them. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || name.endsWith('.local');
}

function isUnknown(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
