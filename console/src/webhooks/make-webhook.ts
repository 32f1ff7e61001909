/** Creates a webhook. Loaded together with the component that shows its secret. */
import { callApiOrThrow } from '../api/ask.ts';
import { createIdempotencyKey } from '../parts/use-on-its-way.ts';
import { type Webhook, type WebhookInput, webhooksPath } from './queries.ts';

/** Submitted form. It creates only one webhook, even if the user retries after a lost answer. */
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
