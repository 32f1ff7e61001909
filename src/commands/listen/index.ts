/**
 * `listen`: follows the feed of a running service and hands each event to a program on this machine, exactly as a delivery would
 * look. For whoever builds a receiver: no address of its own in the net is needed, and nothing is missed between two runs.
 */
import { type SigningKey, signingKeysOf } from '../../webhooks/sending/signature.ts';
import { type Command, CommandFailure, UsageError } from '../command.ts';
import { keyOfEnvironment } from '../environment-key.ts';
import { httpAddress, serviceUrl, urlOption } from '../service-url.ts';
import { forTerminal } from '../terminal-text.ts';
import { eventsOf, type FeedChange, type LocalEvent } from './events.ts';
import { followFeed } from './feed.ts';
import { forward } from './forward.ts';
import { makePlaceKeeper } from './place.ts';

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
    once: { doc: 'End when everything so far has been told.' },
  },
  async run(given, { talkative, json }) {
    const say = (line: string) => (json ? process.stderr : process.stdout).write(`${forTerminal(line)}\n`);
    const target = given.value('forward');
    if ((target === undefined) === !given.flag('print')) {
      throw new UsageError('listen needs either --forward URL or --print');
    }
    if (target !== undefined) httpAddress('--forward', target);
    const url = serviceUrl(given, process.env).replace(/\/+$/, '');
    const credentials = keyOfEnvironment('listen', process.env);
    const signing = signingOf(process.env);
    const wanted = { entityType: given.value('entity-type'), action: given.value('action') };
    const keeper = makePlaceKeeper(given.value('state') ?? 'mds-listen.json', {
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
    /** False where it was cut off: then its place is before it, and it comes again. */
    const tellWhole = async (change: FeedChange) => {
      for (const event of eventsOf(change, wanted.action, signing)) {
        const line = await tell(event, change, target, stopped.signal);
        if (line === undefined) return false;
        say(line);
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

async function tell(
  event: LocalEvent,
  { change, type, id, version }: FeedChange,
  target: string | undefined,
  stopped: AbortSignal,
): Promise<string | undefined> {
  const what = `${change} ${type} ${id} v${version} ${event.action}`;
  if (target === undefined) return what;
  const outcome = await forward(target, event, stopped);
  return outcome && `${what} -> ${outcome}`;
}

/** Any will do that the receiver knows: no subscription sends these. */
function signingOf({ SIGNING_SECRET: given = '' }: NodeJS.ProcessEnv): readonly SigningKey[] {
  if (given === '') return [];
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(given)) {
    throw new CommandFailure('SIGNING_SECRET is none: a signing secret is whsec_ and base64.');
  }
  return signingKeysOf([{ secret: given.slice('whsec_'.length), until: null }]);
}
