// A sender and a real receiver for it, and a delivery to send.

import { BlockList } from 'node:net';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/kernel/time.ts';
import { makeAddressGuard } from '../../src/webhooks/sending/address-guard.ts';
import { makeSender, type OutgoingRequest, type Sender, type SenderOptions } from '../../src/webhooks/sending/send.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';

export async function startedReceiver(t: TestContext, options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.stop());
  return receiver;
}

/** One that may reach this machine and trusts the receiver's authority. It is closed before the receiver is stopped. */
export function senderTo(t: TestContext, receiver: Receiver, options: Partial<SenderOptions> = {}): Sender {
  const sender = makeSender({
    guard: makeAddressGuard({ allow: networks('127.0.0.0/8', '::1/128') }),
    timeoutMs: 2_000,
    clock: systemClock,
    extraCertificates: receiver.ca,
    ...options,
  });
  t.after(() => sender.close());
  return sender;
}

export function deliveryTo(url: string, request: Partial<OutgoingRequest> = {}): OutgoingRequest {
  const body = '{"data": {"ID": 7}, "submitter": "ann@example.com", "processedDate": "2026-01-31T09:30:00.000Z"}';
  return { url, headers: {}, body, webhookId: 'evt_1', entityType: 'Tasks', action: 'Updated', ...request };
}

export function networks(...cidrs: string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
