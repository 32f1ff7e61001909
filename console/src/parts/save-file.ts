/**
 * A file of the service, saved whole or not at all. A browser that saves it by itself tells nobody when it breaks off, and some leave what came
 * as if it were all of it.
 */
import { fetchAsPerson } from '../api/as-person.ts';
import { Problem } from '../api/problem.ts';
import { reportReachable } from '../api/reach.ts';
import { notifySessionEnded } from '../api/session-ended.ts';
import { words } from '../words/download.ts';

/** `onBytes` hears how much has come so far; the browser keeps it outside of the page, on its disk where it is long. */
export async function saveFile(href: string, onBytes: (bytes: number) => void): Promise<Problem | undefined> {
  let bytes = 0;
  try {
    const response = await fetchAsPerson(href);
    reportReachable(true);
    if (!response.ok || response.body === null) return refusal(response);
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, onward) {
        bytes += piece.length;
        onBytes(bytes);
        onward.enqueue(piece);
      },
    });
    const whole = await new Response(response.body.pipeThrough(counting)).blob();
    hand(whole, nameIn(response.headers.get('content-disposition')));
    return undefined;
  } catch {
    reportReachable(bytes > 0);
    const detail = bytes > 0 ? words.brokeOff(bytes) : words.unreachable;
    return new Problem({ code: 'unreachable', title: words.title, detail }, 0);
  }
}

async function refusal(response: Response): Promise<Problem> {
  const problem = new Problem(await response.json().catch(() => ({})), response.status);
  if (problem.endsSession) notifySessionEnded();
  return problem;
}

/** To the person, as any file that is downloaded. */
function hand(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'file';
}
