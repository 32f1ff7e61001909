/** A part of a page that is loaded when it is first shown: a dialog, a tab, what few people use. Until it is there, nothing stands in its place. */

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Problem } from '../api/problem.ts';

export function later<const Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return function Later(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** That it is there, or a refusal: for what must not be begun without it. */
export async function ready(load: () => Promise<unknown>): Promise<void> {
  try {
    await load();
  } catch {
    const detail =
      'A part of this page could not be loaded, so nothing was done. Is there a connection to the service?';
    throw new Problem({ code: 'unreachable', title: 'No connection', detail }, 0);
  }
}
