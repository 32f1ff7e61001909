/**
 * Loads a part of the application, also where it did not come at first. A browser keeps in mind which modules could not be loaded and does not
 * ask for them again: each further try is made under another address. What a part shares with others it names itself, without that, so
 * it is there once.
 */
import { Problem } from '../api/problem.ts';
import { isServiceAway, reportReachable } from '../api/reach.ts';
import { words } from '../words/shell.ts';

export type ModuleLoader<Module> = () => Promise<Module>;

/** Of a service that was renewed since the page was loaded: its parts have other names. */
export const OUTDATED_PAGE_CODE = 'page_outdated';

/** By file: those that came under another address are loaded by that from then on. */
const cameLater = new Map<string, Promise<unknown>>();
let tries = 0;

/** The part, or a Problem that says why it is not there. */
export async function loadModule<Module>(load: ModuleLoader<Module>): Promise<Module> {
  const file = fileOf(load);
  const came = file && cameLater.get(file);
  if (came) return came as Promise<Module>;
  try {
    return await load();
  } catch (failure) {
    if (file === undefined) throw failure;
    await seeThatItIsThere(file);
    tries += 1;
    const again: Promise<Module> = import(`${file}?try=${tries}`);
    cameLater.set(file, again);
    return again.catch(() => {
      cameLater.delete(file);
      // It is there, but something that it shares with others did not come in its time, and will not come to this page any more.
      throw new Problem({ code: OUTDATED_PAGE_CODE, ...words.partOutdated }, 404);
    });
  }
}

/** Where the bundle has put what `load` imports: all its files lie beside each other. */
function fileOf(load: ModuleLoader<unknown>): string | undefined {
  const [, name] = /\bimport\("(.+?)"\)/.exec(String(load)) ?? [];
  return name && new URL(name, import.meta.url).href;
}

async function seeThatItIsThere(file: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(file, { cache: 'no-store' });
    if (isServiceAway(response)) throw response;
  } catch {
    reportReachable(false);
    throw new Problem({ code: 'unreachable', ...words.partUnreachable }, 0);
  }
  const { status } = response;
  reportReachable(true);
  if (status === 404) throw new Problem({ code: OUTDATED_PAGE_CODE, ...words.partOutdated }, status);
  // Something before the service answers for it while it starts.
  if (status !== 200) throw new Problem({ code: 'unreachable', ...words.partUnreachable }, 503);
}

const RELOADED_KEY = 'mds.renewed';

/** Loads the page anew, once for each problem of the kind: `false` where that did not help. What was typed on records stays in the tab. */
export function reloadOutdatedPage(): boolean {
  const now = import.meta.url;
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === now) return false;
    sessionStorage.setItem(RELOADED_KEY, now);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
