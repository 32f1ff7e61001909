import { LinkedQueue } from '../../../lib/line.ts';

/** Listeners that wait for an account's log to grow: one list for the whole process, notified after commits. */
export interface LogWatch {
  watch(account: number, listener: () => void): () => void;
  /** Announces that the account's log has grown, as far as this process knows. */
  tell(account: number): void;
  /** Announces that any log may have grown. */
  tellAll(): void;
  /** True if there is any listener. */
  readonly awaited: boolean;
}

export function createLogWatch(): LogWatch {
  const listeners = new Map<number, LinkedQueue<() => void>>();
  return {
    watch(account, listener) {
      const own = listeners.getOrInsertComputed(account, () => new LinkedQueue());
      const place = own.join(listener);
      return () => {
        place.leave();
        if (own.size === 0 && listeners.get(account) === own) listeners.delete(account);
      };
    },
    tell(account) {
      for (const listener of listeners.get(account) ?? []) listener();
    },
    tellAll() {
      for (const own of [...listeners.values()]) for (const listener of own) listener();
    },
    get awaited() {
      return listeners.size > 0;
    },
  };
}
