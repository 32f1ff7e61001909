/** An answer that comes line by line, each told as it arrives. */
import { fetchAsPerson } from './as-person.ts';
import { refusalOf, unreachable } from './ask.ts';
import type { Problem } from './problem.ts';
import { isAway, reached } from './reach.ts';
import { sessionEnded } from './session-ended.ts';

/** `path` below /console/api. Resolves when the last line was told, or with what went wrong; one that was given up tells nothing more. */
export async function askLines<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  try {
    const response = await fetchAsPerson(`/console/api${path}`, { signal });
    if (isAway(response)) throw response;
    reached(true);
    if (!response.ok || response.body === null) {
      const problem = refusalOf(response, await response.json().catch(() => ({})));
      if (problem.endsSession) sessionEnded();
      return problem;
    }
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) tell(JSON.parse(line) as Line);
    }
    return undefined;
  } catch {
    if (!signal.aborted) reached(false);
    return unreachable();
  }
}
