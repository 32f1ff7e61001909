/** A part of a page that is loaded when it is first shown: a dialog, a tab, what few people use. Until it is there, nothing stands in its place. */

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Problem } from '../api/problem.ts';

export interface Later<Props> {
  (props: Props): ReactNode;
  /** Ahead of time, where somebody is likely to want it: then it is shown at once. */
  load(): Promise<void>;
}

/** Not by React's own means: whatever those wait for is shown a third of a second later than it could be. */
export function later<const Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  meanwhile: ReactNode = null,
): Later<Props> {
  let here: ComponentType<Props> | undefined;
  const loading = async () => {
    here = (await load())[name];
  };
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => here);
    useEffect(() => {
      if (Loaded !== undefined) return;
      loading().then(
        () => setLoaded(() => here),
        // To whoever shows what went wrong with a page.
        (error) => setLoaded(() => raise(error)),
      );
    }, [Loaded]);
    return Loaded === undefined ? meanwhile : <Loaded {...props} />;
  }
  return Object.assign(Part, { load: loading });
}

function raise(error: unknown): never {
  throw error;
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
