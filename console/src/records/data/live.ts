/** What is changed by anybody, told as it happens: one stream for all pages of the tab. */
import { namesOf } from './names.ts';

export interface ChangeMessage {
  readonly type: string;
  readonly id: number;
  readonly version: number;
  readonly by: { readonly name: string | null; readonly email: string };
  readonly changed: readonly { readonly field: string }[] | null;
}

type Listener = (change: ChangeMessage) => void;

interface Stream {
  readonly source: EventSource;
  readonly listeners: Set<Listener>;
}

const streams = new Map<string, Stream>();

export function onChanges(account: string, listener: Listener): () => void {
  const stream = streams.get(account) ?? open(account);
  stream.listeners.add(listener);
  return () => {
    stream.listeners.delete(listener);
    // Pages come and go within a moment: the stream stays for the next one.
    setTimeout(() => {
      if (stream.listeners.size > 0 || streams.get(account) !== stream) return;
      stream.source.close();
      streams.delete(account);
    }, 5_000);
  };
}

function open(account: string): Stream {
  const stream: Stream = { source: new EventSource(`/console/api/${account}/Changes?after=now`), listeners: new Set() };
  streams.set(account, stream);
  stream.source.onmessage = ({ data }) => {
    const change: ChangeMessage = JSON.parse(data);
    namesOf(account).forget(change.type, change.id);
    for (const listener of [...stream.listeners]) listener(change);
  };
  return stream;
}
