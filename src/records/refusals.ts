/** Problems that several files of the records module return, each worded once. */
import type { RecordType } from '../catalogue/index.ts';
import { type InputFault, Problem } from '../problems.ts';

export function fault(pointer: string, message: string): InputFault {
  return { pointer, message };
}

/** The pointers of `faults` point into the record, for a patch too: into what the patch would have made of it. */
export function invalidRecord(type: RecordType, faults: readonly InputFault[]): Problem {
  const [first] = faults;
  const place =
    first !== undefined && 'pointer' in first && first.pointer !== '' ? first.pointer : `The ${type.singular}`;
  const message = `${place} ${first?.message}`;
  const ended = message.endsWith('?') ? message : `${message}.`;
  const detail = faults.length > 1 ? `${ended} (1 of ${faults.length} faults; see errors)` : ended;
  return new Problem('invalid_record', detail, { errors: faults });
}

/** Problem for an invalid body that is a request rather than a record. */
export function invalidBody(faults: readonly InputFault[]): Problem {
  const [{ pointer, message }, ...others] = faults as readonly [{ pointer: string; message: string }];
  const place = pointer === '' ? 'The body' : pointer;
  const ended = /[.?]$/.test(message) ? message : `${message}.`;
  const detail = others.length === 0 ? ended : `${ended} (1 of ${faults.length} faults; see errors)`;
  return new Problem('invalid_body', `${place} ${detail}`, { errors: faults });
}

/**
 * Problem for an unknown end of the log. Any other position would make the client read the whole log again, or find it
 * empty.
 */
export function endNotKnown(): Problem {
  const detail =
    'Where the log of changes ends is not known yet: a change has been under way since before this process began. Try again.';
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '2' } });
}

export function noSuchRecord(type: RecordType, id: number | string): Problem {
  return new Problem('not_found', `There is no ${type.singular} ${id} in this account.`);
}

export function stateNotAllowed(type: RecordType, from: string, to: string, allowed: readonly string[]): Problem {
  const instead = allowed.length === 0 ? `${from} is final` : `From ${from} it can move to ${allowed.join(', ')}`;
  const detail = `A ${type.singular} cannot move from ${from} to ${to}. ${instead}.`;
  return new Problem('state_not_allowed', detail, { members: { from, to, allowed } });
}

export function valueTaken(field: string): Problem {
  return new Problem('value_taken', `Another record that is not deleted has this ${field}.`, {
    errors: [fault(`/${field}`, 'is already taken')],
  });
}

export function recordTooLarge(type: RecordType, bytes: number | `at least ${number}`, limit: number): Problem {
  const detail = `The ${type.singular} would be ${bytes} bytes of JSON; a record has at most ${limit}.`;
  return new Problem('record_too_large', detail);
}
