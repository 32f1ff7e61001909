/**
 * Lazy component for parts that load when first shown: dialogs, tabs, pages. Until then, only its placeholder is shown,
 * if it has one. If loading fails, the rest of the page stays, and the user can retry.
 */

import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Problem as Refusal } from '../api/problem.ts';
import { words } from '../words/shell.ts';
import { loadModule, type ModuleLoader, OUTDATED_PAGE_CODE, reloadOutdatedPage } from './load-part.ts';
import { ProblemMessage } from './Problem.tsx';

export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the component early, if the user is likely to need it: it then appears at once. */
  load(): Promise<void>;
  /** Called by the router before a page is shown. A failure is not thrown; the component shows it in its place. */
  preload(): Promise<void>;
}

interface Standing<Props> {
  readonly Loaded?: ComponentType<Props>;
  readonly failure?: unknown;
}

/** Creates a lazy component without `React.lazy`: Suspense would show it about a third of a second later. */
export function lazyComponent<const Name extends string, Props extends object>(
  load: ModuleLoader<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  meanwhile: ReactNode = null,
): LazyComponent<Props> {
  let now: Standing<Props> = {};
  let underWay: Promise<void> | undefined;
  /** Mounted instances in order, by ID: a form has one per field. */
  const places = new Map<string, () => void>();
  const become = (next: Standing<Props>) => {
    now = next;
    for (const tell of places.values()) tell();
  };
  const loading = (): Promise<void> => {
    underWay ??= loadModule(load)
      .then((module) => become({ Loaded: module[name] }))
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
  const shownLoading = () => void loading().catch((failure) => become({ failure }));

  function Part(props: Props) {
    const id = useId();
    const [watch] = useState(() => (tell: () => void) => {
      places.set(id, tell);
      return () => {
        places.delete(id);
        // Whoever shows it next tries it first; of those that are still there, the next one says what is wrong.
        if (now.failure !== undefined) become(places.size === 0 ? {} : { ...now });
      };
    });
    const { Loaded, failure } = useSyncExternalStore(watch, () => now);
    useEffect(() => {
      if (Loaded === undefined) shownLoading();
    }, [Loaded]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (failure === undefined) return meanwhile;
    const [first] = places.keys();
    return first === id && <LoadFailure failure={failure} retry={shownLoading} />;
  }
  return Object.assign(Part, { load: loading, preload: () => loading().catch(() => {}) });
}

/** Error of a component that could not be loaded or rendered, in its place. */
export function LoadFailure({ failure, retry }: { readonly failure: unknown; readonly retry: () => void }) {
  const problem = asProblem(failure);
  const place = useRef<HTMLDivElement>(null);
  const isOutdated = problem.code === OUTDATED_PAGE_CODE;
  useEffect(() => {
    if (isOutdated && reloadOutdatedPage()) return;
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [isOutdated]);
  return (
    <div ref={place}>
      <ProblemMessage problem={problem} retry={isOutdated ? () => location.reload() : retry} />
    </div>
  );
}

function asProblem(failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure;
  const { message } = failure as Error;
  return new Refusal({ code: 'page_failed', title: words.pageFailed, detail: message }, 500);
}

/** Loads a module, or throws a Refusal, for actions that must not start without the module. */
export async function loadOrRefuse<Module>(load: ModuleLoader<Module>): Promise<Module> {
  try {
    return await loadModule(load);
  } catch (failure) {
    const { code, title, status } = asProblem(failure);
    throw new Refusal({ code, title, detail: words.nothingDone }, status);
  }
}
