/** Makes an integration. Loaded with what shows its secret. */
import { callApiOrThrow } from '../api/ask.ts';
import { createIdempotencyKey } from '../parts/use-on-its-way.ts';
import type { AlreadyCreatedIntegration, IntegrationInput, IssuedCredentials } from './queries.ts';

/** `once` is the form: it makes one, however often its button is pressed because an answer was lost. */
export function createIntegration(account: string, wishes: IntegrationInput, once: string) {
  return callApiOrThrow<IssuedCredentials | AlreadyCreatedIntegration>('POST', `/${account}/Integrations`, wishes, {
    headers: { 'Idempotency-Key': createIdempotencyKey(once, wishes) },
  });
}
