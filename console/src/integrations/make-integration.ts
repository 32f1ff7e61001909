/** Makes an integration. Loaded with what shows its secret. */
import { callApiOrThrow } from '../api/ask.ts';
import { createIdempotencyKey } from '../parts/use-on-its-way.ts';
import type { AlreadyCreatedIntegration, IntegrationInput, IssuedCredentials } from './queries.ts';

/**
 * Creates an integration. `once` identifies the form, so that a retry after a lost answer does not create a second one.
 */
export function createIntegration(account: string, wishes: IntegrationInput, once: string) {
  return callApiOrThrow<IssuedCredentials | AlreadyCreatedIntegration>('POST', `/${account}/Integrations`, wishes, {
    headers: { 'Idempotency-Key': createIdempotencyKey(once, wishes) },
  });
}
