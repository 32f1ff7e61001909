/** Makes an integration. Loaded with what shows its secret. */
import { make } from '../api/ask.ts';
import { onceFor } from '../parts/use-on-its-way.ts';
import type { IntegrationWishes, Issued, MadeBefore } from './queries.ts';

/** `once` is the form: it makes one, however often its button is pressed because an answer was lost. */
export function createIntegration(account: string, wishes: IntegrationWishes, once: string) {
  return make<Issued | MadeBefore>('POST', `/${account}/Integrations`, wishes, {
    headers: { 'Idempotency-Key': onceFor(once, wishes) },
  });
}
