/**
 * Loads a module and supports retries. Browsers remember failed module loads and do not repeat them, so each retry uses
 * a different URL. Imports inside the module keep their normal URLs, so shared modules are loaded once.
 */
import { Problem } from '../api/problem.ts';
import { isServiceAway, reportReachable } from '../api/reach.ts';
import { words } from '../words/shell.ts';

export type ModuleLoader<Module> = () => Promise<Module>;

/** Problem code for a page that is older than the service: its modules have new names. */
export const OUTDATED_PAGE_CODE = 'page_outdated';

/** Modules that were loaded by a retry, by file. Later loads reuse them. */
const cameLater = new Map<string, Promise<unknown>>();
let tries = 0;

/** Loads a module, or throws a Problem with the reason. */
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
      // The file exists, but one of its shared imports failed, and this page cannot load that import any more.
      throw new Problem({ code: OUTDATED_PAGE_CODE, ...words.partOutdated }, 404);
    });
  }
}

/** Returns the URL of the file that `load` imports. All bundled files are in one folder. */
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
  // A proxy answers while the service starts.
  if (status !== 200) throw new Problem({ code: 'unreachable', ...words.partUnreachable }, 503);
}

const RELOADED_KEY = 'mds.renewed';

/** Reloads the page once per version. Returns false if a reload did not help. Drafts of records stay in the tab. */
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
