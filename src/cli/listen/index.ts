/**
 * `listen`: follows the feed of a running service and posts each event to a program on this machine, exactly like a
 * delivery. It helps developers of a receiver: no public address is needed, and no event is missed between two runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { visibleText } from '../../lib/visible-text.ts';
import { createSigningKeys, type SigningKey } from '../../webhooks/delivery/send/signature.ts';
import { type Command, CommandFailure, UsageError } from '../command.ts';
import { keyOfEnvironment } from '../environment-key.ts';
import { httpAddress, serviceUrl, urlOption } from '../service-url.ts';
import { eventsOf, type FeedChange, type LocalEvent } from './events.ts';
import { followFeed, pauseAfter } from './feed.ts';
import { forward } from './forward.ts';
import { createPlaceKeeper } from './place.ts';

/** Maximum number of attempts, equal to that of a delivery without patience. */
const TRIES_ONCE = 4;

export const listen: Command = {
  words: 'listen',
  summary: 'Follow the changes of an account and post them to a program on this machine.',
  options: {
    forward: {
      value: 'URL',
      doc: 'Where each event is posted to, such as https://localhost:9000/hook. Signed where the environment has a SIGNING_SECRET (whsec_...).',
    },
    print: { doc: 'Only show the events.' },
    url: urlOption,
    'entity-type': { value: 'TYPE', doc: 'Only this record type.' },
    action: { value: 'ACTION', doc: 'Only this action.' },
    since: {
      value: 'CURSOR',
      doc: 'Begin behind this change; now, or start for all that is kept. Else where the last run ended, or now.',
    },
    state: {
      value: 'FILE',
      doc: 'Where the place is kept for the next run; mds-listen.json by default. Each feed has a file of its own, with its name behind this one.',
    },
    once: {
      doc: `End when everything so far has been told; with an error where an event fails ${TRIES_ONCE} times, and the next run begins with it.`,
    },
    'skip-failed': {
      doc: 'Go on behind an event that fails. Else it is tried again until the answer is 2xx, and those behind it wait.',
    },
  },
  async run(given, { talkative, json }) {
    const say = (line: string) => (json ? process.stderr : process.stdout).write(`${visibleText(line)}\n`);
    const target = given.value('forward');
    if ((target === undefined) === !given.flag('print')) {
      throw new UsageError('listen needs either --forward URL or --print');
    }
    if (target !== undefined) httpAddress('--forward', target);
    const mostTries = given.flag('skip-failed') ? 1 : given.flag('once') ? TRIES_ONCE : Infinity;
    const url = serviceUrl(given, process.env).replace(/\/+$/, '');
    const credentials = keyOfEnvironment('listen', process.env);
    const signing = signingOf(process.env);
    const wanted = { entityType: given.value('entity-type'), action: given.value('action') };
    const keeper = createPlaceKeeper(given.value('state') ?? 'mds-listen.json', {
      url,
      apiKey: credentials.apiKey,
      ...wanted,
    });
    const stopped = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
    let told = 0;
    const feed = followFeed({
      url,
      credentials,
      ...wanted,
      since: given.value('since') ?? keeper.place() ?? 'now',
      once: given.flag('once'),
      stopped: stopped.signal,
      onTrouble: (message) => say(`! ${message}`),
    });
    /**
     * Sends all events of a change. Returns false if interrupted: the saved cursor then stays before the change, so the
     * next run sends it again.
     */
    const tellWhole = async (change: FeedChange) => {
      for (const event of eventsOf(change, wanted.action, signing)) {
        for (let tries = 1; ; tries++) {
          const outcome = await tell(event, change, target, stopped.signal);
          if (outcome === undefined) return false;
          const again = !outcome.taken && tries < mostTries;
          const pauseMs = pauseAfter(tries);
          say(again ? `${outcome.line}; trying again in ${pauseMs / 1_000} s` : outcome.line);
          if (!again && !outcome.taken && !given.flag('skip-failed')) throw givenUp(outcome.line, tries);
          if (!again) break;
          await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
          if (stopped.signal.aborted) return false;
        }
        told++;
      }
      return true;
    };
    for await (const { changes, next } of feed) {
      for (const change of changes) {
        if (stopped.signal.aborted || !(await tellWhole(change))) break;
        keeper.keep(change.change);
      }
      if (changes.length === 0) keeper.keep(next);
    }
    if (talkative) process.stderr.write(`${told} events.\n`);
    return { told };
  },
};

/** Sends one event; returns undefined if interrupted. */
async function tell(
  event: LocalEvent,
  { change, type, id, version }: FeedChange,
  target: string | undefined,
  stopped: AbortSignal,
): Promise<{ readonly taken: boolean; readonly line: string } | undefined> {
  const what = `${change} ${type} ${id} v${version} ${event.action}`;
  if (target === undefined) return { taken: true, line: what };
  const outcome = await forward(target, event, stopped);
  return outcome && { taken: outcome.taken, line: `${what} -> ${outcome.message}` };
}

function givenUp(line: string, tries: number): CommandFailure {
  return new CommandFailure(
    `An event failed ${tries} times: ${line}. The next run begins with it; --skip-failed goes on behind it.`,
  );
}

/**
 * Returns the signing key from the environment. Any secret that the receiver knows is valid, because no subscription
 * sends these events.
 */
function signingOf({ SIGNING_SECRET: given = '' }: NodeJS.ProcessEnv): readonly SigningKey[] {
  if (given === '') return [];
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(given)) {
    throw new CommandFailure('SIGNING_SECRET is none: a signing secret is whsec_ and base64.');
  }
  return createSigningKeys([{ secret: given.slice('whsec_'.length), until: null }]);
}
