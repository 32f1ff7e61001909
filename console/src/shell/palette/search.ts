/**
 * Records by what somebody types: one request finds them over all types, and tells of each type as soon as it is known. One is under way at a
 * time: what is typed meanwhile waits, and what lies between is never asked. While somebody goes on typing the pauses that count as one grow,
 * so that a long name is searched three times at most, not twenty.
 */
import { streamLines } from '../../api/lines.ts';
import type { Me } from '../../api/people.ts';
import type { Problem } from '../../api/problem.ts';
import { kinds } from '../../words/finding.ts';

export interface SearchHit {
  readonly to: string;
  readonly title: string;
  readonly kind: string;
  /** How it stands, where it has a state. */
  readonly state: string | null;
}

/** What the service finds of one type. */
interface Finds {
  readonly type: string;
  readonly found: readonly { readonly id: number; readonly title: string; readonly state: string | null }[];
}

/** Whoever has not typed for so long has stopped. */
const TYPING_STOPPED_MS = 1_000;
/** What counts as a pause: for the first search while somebody types, for the second, and for the last. */
const DEBOUNCE_STEPS_MS = [150, 300, TYPING_STOPPED_MS] as const;

export interface RecordSearch {
  /** Replaces what waits. Nothing is searched for an empty text. */
  find(text: string, me: Me, tell: Tell): void;
  end(): void;
}

/** What there is so far, `done` with the last, and then what went wrong where it is not all. */
type Tell = (hits: readonly SearchHit[], done: boolean, problem?: Problem) => void;

export function createRecordSearch(): RecordSearch {
  let newest: (() => Promise<void>) | undefined;
  let underWay: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let typedOn = 0;
  let searches = 0;
  return {
    find(text, me, tell) {
      const now = Date.now();
      if (now - typedOn >= TYPING_STOPPED_MS) searches = 0;
      typedOn = now;
      newest = undefined;
      clearTimeout(pause);
      if (text.trim() === '') return;
      pause = setTimeout(
        () => {
          newest = () => run(text.trim(), me, tell);
          if (underWay === undefined) void next();
        },
        DEBOUNCE_STEPS_MS[Math.min(searches, DEBOUNCE_STEPS_MS.length - 1)],
      );
    },
    end() {
      newest = undefined;
      clearTimeout(pause);
      underWay?.abort();
    },
  };

  async function next(): Promise<void> {
    for (let wanted = newest; wanted !== undefined; wanted = newest) {
      newest = undefined;
      searches += 1;
      await wanted();
    }
    underWay = undefined;
  }

  async function run(text: string, me: Me, tell: Tell): Promise<void> {
    const own = new AbortController();
    underWay = own;
    const { id: account } = me.account;
    const hits: SearchHit[] = [];
    const found = ({ type, found: records }: Finds) => {
      const kind = kinds[type as keyof typeof kinds] ?? type;
      hits.push(...records.map(({ id, ...one }) => ({ ...one, to: `/${account}/${type}/${id}`, kind })));
      if (!own.signal.aborted) tell(grouped(hits), false);
    };
    const problem = await streamLines<Finds>(`/${account}/Search?text=${encodeURIComponent(text)}`, found, own.signal);
    if (!own.signal.aborted) tell(grouped(hits), true, problem);
  }
}

/** A type that was found by a number and by a name stands once. */
function grouped(hits: readonly SearchHit[]): SearchHit[] {
  return [...Map.groupBy(hits, ({ kind }) => kind).values()].flat();
}
