/** Download in progress: announces the progress and shows a failure. */
import { useEffect, useRef, useState } from 'react';
import type { Problem as Refusal } from '../api/problem.ts';
import { words } from '../words/download.ts';
import { announce } from './announce.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ProblemMessage } from './Problem.tsx';
import { saveFile } from './save-file.ts';

export interface DownloadProgressProps {
  readonly href: string;
  readonly onProgress: (text: string) => void;
  /** Called when the file is saved, or when the user closes the failure message. */
  readonly onEnd: () => void;
}

/** Interval of the progress messages. */
const PROGRESS_INTERVAL_MS = 500;

export function DownloadProgress({ href, onProgress, onEnd }: DownloadProgressProps) {
  const [problem, setProblem] = useState<Refusal>();
  const [attempt, setAttempt] = useState(1);
  const begun = useRef(0);
  useEffect(() => {
    // Runs each attempt only once, even if the component renders again.
    if (begun.current === attempt) return;
    begun.current = attempt;
    announce(words.saving(0));
    let told = performance.now();
    const tell = (bytes: number) => {
      if (performance.now() - told < PROGRESS_INTERVAL_MS) return;
      told = performance.now();
      onProgress(words.saving(bytes));
    };
    void saveFile(href, tell).then((failed) => {
      onProgress('');
      if (failed === undefined) onEnd();
      else setProblem(failed);
    });
  }, [attempt, href, onProgress, onEnd]);
  if (problem === undefined) return null;
  const again = () => {
    setProblem(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <Dialog open title={words.title} onClose={onEnd} actions={<Button onClick={onEnd}>{words.close}</Button>}>
      <ProblemMessage problem={problem} retry={again} />
    </Dialog>
  );
}
