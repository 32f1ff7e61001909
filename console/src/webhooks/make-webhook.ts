/** Makes a webhook. Loaded with what shows its secret. */
import { make } from '../api/ask.ts';
import { madeBelow, type Webhook, type WebhookWishes } from './queries.ts';

/** By what was typed: the same is made once, however often its button is pressed because an answer was lost. */
const keys = new WeakMap<object, string>();

export function createWebhook(account: string, owner: string | undefined, wishes: WebhookWishes, typed: object) {
  const once = keys.get(typed) ?? crypto.randomUUID?.() ?? String(Math.random());
  keys.set(typed, once);
  return make<Webhook & { readonly signingSecret: string }>('POST', madeBelow(account, owner), wishes, {
    headers: { 'Idempotency-Key': once },
  });
}
