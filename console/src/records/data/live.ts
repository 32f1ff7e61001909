/** What is changed by anybody, told as it happens: whatever was known by name of what has changed is forgotten first. */
import { onChange } from '../../shell/live/heard.ts';
import type { Change } from '../../shell/live/stream.ts';
import { namesOf } from './names.ts';

export type ChangeMessage = Change;

export function onChanges(account: string, listener: (change: ChangeMessage) => void): () => void {
  return onChange((change) => {
    namesOf(account).forget(change.type, change.id);
    listener(change);
  });
}
