/** Makes a webhook. Loaded with what shows its secret. */
import { callApiOrThrow } from '../api/ask.ts';
import { createIdempotencyKey } from '../parts/use-on-its-way.ts';
import { type Webhook, type WebhookInput, webhooksPath } from './queries.ts';

/** A form as it began. It makes a webhook once, however often its button is pressed because an answer was lost. */
export interface WebhookSubmission {
  readonly typed: string;
  once?: string;
}

export function createWebhook(
  account: string,
  owner: string | undefined,
  wishes: WebhookInput,
  begun: WebhookSubmission,
) {
  begun.once ??= crypto.randomUUID?.() ?? String(Math.random());
  return callApiOrThrow<Webhook & { readonly signingSecret: string }>('POST', webhooksPath(account, owner), wishes, {
    headers: { 'Idempotency-Key': createIdempotencyKey(begun.once, [owner ?? null, wishes]) },
  });
}
