/** Determines the author of a caller's writes. */
import type { Caller } from '../accounts/caller.ts';
import type { Author } from './store.ts';

/** People write in their own name, integrations in that of the address given at their creation. */
export function authorOf({ person, integration: { id, name, submitter } }: Caller): Author {
  if (person !== undefined) return { kind: 'person', id: String(person.id), name: person.name, email: person.email };
  return { kind: 'integration', id, name, email: submitter };
}

/** The author of what is only proposed: rules that ask for a person are judged when a person decides. */
export function awaitingApproval(by: Author): Author {
  return { ...by, awaitsApproval: true };
}
