import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DeliveryCause, type DeliveryState, deliveryCauses, deliveryStates } from '../../delivery.ts';
import {
  MAX_PREVIOUS_DELIVERIES,
  type PreviousDelivery,
  findRepeatedDelivery as repeated,
  type SuppressionCandidate,
} from './suppression.ts';

const TEN_MINUTES = 600_000;
const before: PreviousDelivery = {
  delivery: 7,
  cause: 'event',
  state: 'succeeded',
  contentHash: 'a',
  processedOn: 1_000_000,
  target: 'here',
};
const candidate: SuppressionCandidate = {
  cause: 'event',
  attempt: 1,
  contentHash: 'a',
  processedOn: 1_000_001,
  before: [before],
};

const repeatedDelivery = (one: SuppressionCandidate) => repeated(one, 'here');

test('the same content within ten minutes of what was delivered is a repeat of it', () => {
  assert.equal(repeatedDelivery(candidate), 7);
  assert.equal(repeatedDelivery({ ...candidate, processedOn: before.processedOn + TEN_MINUTES - 1 }), 7);
});

test('ten minutes apart it is none', () => {
  assert.equal(repeatedDelivery({ ...candidate, processedOn: before.processedOn + TEN_MINUTES }), undefined);
});

test('other content, and the first delivery of a record, are none', () => {
  assert.equal(repeatedDelivery({ ...candidate, contentHash: 'b' }), undefined);
  assert.equal(repeatedDelivery({ ...candidate, before: [] }), undefined);
  assert.equal(repeated(candidate, 'elsewhere'), undefined);
});

test('what was delivered before attempts were marked counts as delivered to the present address', () => {
  assert.equal(repeatedDelivery({ ...candidate, before: [{ ...before, target: '' }] }), 7);
});

test('only what was delivered can be repeated', () => {
  for (const state of deliveryStates.filter((one) => one !== 'succeeded')) {
    assert.equal(repeatedDelivery({ ...candidate, before: [{ ...before, state }] }), undefined, state);
  }
});

test('what somebody asked for, and what was tried already, is no repeat', () => {
  for (const cause of deliveryCauses.filter((one) => one !== 'event')) {
    assert.equal(repeatedDelivery({ ...candidate, cause }), undefined, cause);
  }
  assert.equal(repeatedDelivery({ ...candidate, attempt: 2 }), undefined);
});

test('a repeat is measured against events alone, and only while nothing else was sent since', () => {
  const resent: PreviousDelivery = { ...before, delivery: 9, cause: 'resend' };
  const sent = (...newestFirst: PreviousDelivery[]) => repeatedDelivery({ ...candidate, before: newestFirst });
  assert.equal(sent(resent, { ...before, contentHash: 'b' }), undefined, 'A, B, A again, A');
  assert.equal(sent({ ...resent, contentHash: 'b' }, before), undefined, 'A, B again, A');
  assert.equal(sent(resent, { ...resent, contentHash: 'b' }, before), undefined, 'A, B again, A again, A');
  assert.equal(
    sent({ ...resent, state: 'failed', contentHash: 'b' }, before),
    undefined,
    'B may have arrived all the same',
  );
  assert.equal(sent({ ...resent, contentHash: null }, before), undefined, 'what it said is forgotten');
  assert.equal(sent(resent, { ...resent, state: 'failed' }, before), 7, 'A, A again, A again, A: everybody has A');
  assert.equal(sent(resent), undefined, 'no event is known');
});

// The receivers there are: one takes whatever comes, one passes over ids it knows, one passes over what is older as well.
interface Receiver {
  content: string | undefined;
  readonly seen: Set<number>;
  version: number;
}
const receivers: Record<string, (receiver: Receiver, message: Message) => void> = {
  'takes everything': (receiver, { content }) => {
    receiver.content = content;
  },
  'knows ids': (receiver, { id, content }) => {
    if (!receiver.seen.has(id)) receiver.content = content;
    receiver.seen.add(id);
  },
  'knows ids and passes over what is older': (receiver, { id, content, version }) => {
    if (!receiver.seen.has(id) && version > receiver.version) Object.assign(receiver, { content, version });
    receiver.seen.add(id);
  },
};

/** `id`: what a resend has in common with what it sends again. `version`: the order of the changes. */
interface Message {
  readonly id: number;
  readonly content: string;
  readonly version: number;
}
interface Sent extends Message {
  readonly cause: DeliveryCause;
  readonly state: DeliveryState;
  readonly processedOn: number;
}

/** `lost`: it failed before it arrived; `unheard`: it arrived, and the answer was lost, so it counts as failed too. */
type Fate = 'arrives' | 'lost' | 'unheard' | 'dropped';
type Step =
  | { readonly step: 'change'; readonly content: string; readonly fate: Fate; readonly afterMs: number }
  | { readonly step: 'resend'; readonly which: number; readonly fate: Fate };

const fate = fc.constantFrom<Fate>('arrives', 'arrives', 'arrives', 'lost', 'unheard', 'dropped');
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('change' as const),
      content: fc.constantFrom('A', 'B', 'C'),
      fate,
      // Clocks are set back, too.
      afterMs: fc.constantFrom(0, 1, 1_000, TEN_MINUTES - 1, TEN_MINUTES, -3_600_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('resend' as const), which: fc.nat(50), fate }) },
);

test('whatever is sent, fails and is sent again: an event that was delivered or suppressed leaves the truth behind', () => {
  let suppressed = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps: Step[]) => {
      const log: Sent[] = [];
      const ends = Object.keys(receivers).map((): Receiver => ({ content: undefined, seen: new Set(), version: 0 }));
      let now = 10_000_000_000;
      for (const one of steps) {
        const sent = one.step === 'change' ? changed(one) : resent(one);
        if (sent !== undefined) log.push(sent);
        if (one.step === 'resend' || sent === undefined || sent.state === 'failed' || sent.state === 'dropped')
          continue;
        Object.keys(receivers).forEach((kind, n) => {
          assert.equal(ends[n]!.content, one.content, `the one that ${kind}`);
        });
      }

      function changed({ content, fate, afterMs }: Extract<Step, { step: 'change' }>): Sent {
        now += afterMs;
        const message = { id: log.length, content, version: log.length + 1 };
        const history = log.filter(({ state }) => state !== 'suppressed').reverse();
        const repeats = repeatedDelivery({
          cause: 'event',
          attempt: 1,
          contentHash: content,
          processedOn: now,
          before: history
            .slice(0, MAX_PREVIOUS_DELIVERIES)
            .map((old) => ({ ...old, delivery: old.id, contentHash: old.content, target: 'here' })),
        });
        if (repeats !== undefined) suppressed++;
        const state = repeats === undefined ? send(message, fate) : 'suppressed';
        return { ...message, cause: 'event', state, processedOn: now };
      }

      function resent({ which, fate }: Extract<Step, { step: 'resend' }>): Sent | undefined {
        const old = log[which % log.length];
        return old && { ...old, cause: 'resend', state: send(old, fate) };
      }

      function send(message: Message, fate: Fate): DeliveryState {
        if (fate === 'dropped') return 'dropped';
        if (fate !== 'lost')
          Object.values(receivers).forEach((receive, n) => {
            receive(ends[n]!, message);
          });
        return fate === 'arrives' ? 'succeeded' : 'failed';
      }
    }),
    { numRuns: 3_000 },
  );
  assert.ok(suppressed > 1_000, `${suppressed} were suppressed`);
});
