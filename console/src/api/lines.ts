/** An answer that comes line by line, each told as it arrives. */
import { fetchAsPerson } from './as-person.ts';
import { problemFromResponse, unreachableProblem } from './ask.ts';
import type { Problem } from './problem.ts';
import { isServiceAway, reportReachable } from './reach.ts';
import { notifySessionEnded } from './session-ended.ts';

/** `path` below /console/api. Resolves when the last line was told, or with what went wrong; one that was given up tells nothing more. */
export async function streamLines<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  try {
    const response = await fetchAsPerson(`/console/api${path}`, { signal });
    if (isServiceAway(response)) throw response;
    reportReachable(true);
    if (!response.ok || response.body === null) {
      const problem = problemFromResponse(response, await response.json().catch(() => ({})));
      if (problem.endsSession) notifySessionEnded();
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
    if (!signal.aborted) reportReachable(false);
    return unreachableProblem();
  }
}
