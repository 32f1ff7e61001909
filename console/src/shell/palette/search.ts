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
  /** State of the record, if it has one. */
  readonly state: string | null;
}

/** Search results of one record type. */
interface Finds {
  readonly type: string;
  readonly found: readonly { readonly id: number; readonly title: string; readonly state: string | null }[];
}

/** Pause after which the user has stopped typing. */
const TYPING_STOPPED_MS = 1_000;
/** Pauses before the first search during typing, the second, and the last one. */
const DEBOUNCE_STEPS_MS = [150, 300, TYPING_STOPPED_MS] as const;

export interface RecordSearch {
  /** Replaces what waits. Nothing is searched for an empty text. */
  find(text: string, me: Me, tell: Tell): void;
  end(): void;
}

/** Receives the results so far. The last call has `done`, and the problem if the results are incomplete. */
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
