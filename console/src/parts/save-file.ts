/**
 * Downloads a file completely or not at all. A native browser download reports no interruption to the page, and some
 * browsers keep a truncated file as if it were complete.
 */
import { fetchAsPerson } from '../api/as-person.ts';
import { Problem } from '../api/problem.ts';
import { reportReachable } from '../api/reach.ts';
import { notifySessionEnded } from '../api/session-ended.ts';
import { words } from '../words/download.ts';

/**
 * Saves a file. `onBytes` receives the progress in bytes. The browser stores the content outside the page, and large
 * files on disk.
 */
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

/** Hands the file to the browser as a normal download. */
function hand(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has started to save the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'file';
}
