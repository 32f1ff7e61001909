// A sender and a real receiver for it, and a delivery to send.

import { BlockList } from 'node:net';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/lib/time.ts';
import { createAddressGuard } from '../../src/webhooks/delivery/send/address-guard.ts';
import {
  createHttpSender,
  type HttpSenderOptions,
  type OutgoingRequest,
  type Unsendable,
} from '../../src/webhooks/delivery/send/http-sender.ts';
import type { AttemptOutcome, AttemptReport } from '../../src/webhooks/delivery/send/outcome.ts';
import { createTrustedContext } from '../../src/webhooks/delivery/send/trusted-certificates.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';

export async function startedReceiver(t: TestContext, options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.stop());
  return receiver;
}

export interface TestSender {
  /** Fails the test where no attempt was made. */
  send(request: OutgoingRequest | Unsendable, onOutcome?: (outcome: AttemptOutcome) => void): Promise<AttemptReport>;
  close(): Promise<void>;
}

/** One that may reach this machine and trusts the receiver's authority. It is closed before the receiver is stopped. */
export function senderTo(t: TestContext, receiver: Receiver, options: Partial<HttpSenderOptions> = {}): TestSender {
  const sender = createHttpSender({
    guard: createAddressGuard({ allow: networks('127.0.0.0/8', '::1/128') }),
    timeoutMs: 2_000,
    clock: systemClock,
    secureContext: createTrustedContext(receiver.ca),
    ...options,
  });
  t.after(() => sender.close());
  return {
    send: (request, onOutcome) =>
      sender.send(request, onOutcome).then((made) => {
        if (made === 'put off') throw new Error('The attempt was put off.');
        return made;
      }),
    close: () => sender.close(),
  };
}

export function deliveryTo(url: string, request: Partial<OutgoingRequest> = {}): OutgoingRequest {
  const body = '{"data": {"ID": 7}, "submitter": "ann@example.com", "processedDate": "2026-01-31T09:30:00.000Z"}';
  return {
    account: 'acc_1',
    url,
    headers: {},
    signing: [],
    body,
    webhookId: 'evt_1',
    entityType: 'Tasks',
    action: 'Updated',
    ...request,
  };
}

export function networks(...cidrs: string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
