/** Makes a webhook. Loaded with what shows its secret. */
import { make } from '../api/ask.ts';
import { onceFor } from '../parts/use-on-its-way.ts';
import { madeBelow, type Webhook, type WebhookWishes } from './queries.ts';

/** A form as it began. It makes a webhook once, however often its button is pressed because an answer was lost. */
export interface Begun {
  readonly typed: string;
  once?: string;
}

export function createWebhook(account: string, owner: string | undefined, wishes: WebhookWishes, begun: Begun) {
  begun.once ??= crypto.randomUUID?.() ?? String(Math.random());
  return make<Webhook & { readonly signingSecret: string }>('POST', madeBelow(account, owner), wishes, {
    headers: { 'Idempotency-Key': onceFor(begun.once, [owner ?? null, wishes]) },
  });
}
