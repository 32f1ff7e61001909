/** Told when the service says that there is no session any more: signed out elsewhere, disabled, or grown old. */
type Listener = () => void;

const listeners = new Set<Listener>();

export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function sessionEnded(): void {
  for (const listener of listeners) listener();
}
