/** The log of changes as it grows, read as a stream of events: a sign of life comes every 20 seconds, so silence means that it is cut off. */
import { fetchAsPerson } from '../../api/as-person.ts';

export interface RecordChange {
  /** Position in the change log. */
  readonly change: string;
  readonly type: string;
  readonly id: number;
  readonly version: number;
  readonly on: string;
  readonly by: {
    readonly kind: string;
    readonly id: string | null;
    readonly name: string | null;
    readonly email: string | null;
  };
  readonly events: readonly string[];
  /** Changed fields, or null if the log does not contain them. */
  readonly changed: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[] | null;
}

export interface ChangeStreamOptions {
  readonly account: string;
  /** The place to go on from; `now` to begin with. */
  readonly after: string;
  readonly onOpen: () => void;
  /** Called for everything received, including keep-alives, with the position to resume from if there is one. */
  readonly onSign: (place: string | undefined) => void;
  readonly onChange: (change: RecordChange) => void;
  readonly signal: AbortSignal;
}

/** Resolves when it ends, with the status of a refusal or 0; never rejects. */
export async function readChangeStream({
  account,
  after,
  onOpen,
  onSign,
  onChange,
  signal,
}: ChangeStreamOptions): Promise<number> {
  try {
    const response = await fetchAsPerson(`/console/api/${account}/Changes?after=${encodeURIComponent(after)}`, {
      headers: { accept: 'text/event-stream' },
      signal,
    });
    if (!response.ok || response.body === null) return response.status;
    onOpen();
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (rest + piece.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) told(block);
    }
    return 0;
  } catch {
    return 0;
  }

  function told(block: string): void {
    const lines = block.split('\n');
    const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    onSign(lineOf('id'));
    const data = lineOf('data');
    if (data !== undefined) onChange(JSON.parse(data) as RecordChange);
  }
}
