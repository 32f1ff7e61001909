/** A link to a file of the service. A click saves it whole; where it breaks off the page says so, and nothing is left that looks like all of it. */
import { type MouseEvent, useState } from 'react';
import { reportReachable } from '../api/reach.ts';
import buttons from './Button.module.css';
import { Icon } from './Icon.tsx';
import { lazyComponent } from './later.tsx';

const DownloadProgress = lazyComponent(() => import('./Saving.tsx'), 'DownloadProgress');

export interface DownloadProps {
  /** The whole address: files come from the service, not from the router. */
  readonly href: string;
  readonly label: string;
  /** What will be in it. */
  readonly says: string;
}

export function Download({ href, label, says }: DownloadProps) {
  const [isSaving, setSaving] = useState(false);
  const [progress, setProgress] = useState('');
  const end = () => {
    setSaving(false);
    setProgress('');
  };
  const onClick = (event: MouseEvent) => {
    // With Ctrl and the like it is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    DownloadProgress.load().then(
      () => setSaving(true),
      () => reportReachable(false),
    );
  };
  return (
    <>
      <a
        className={buttons.button}
        href={href}
        download
        title={says}
        aria-label={`${label}: ${says}`}
        aria-busy={isSaving}
        onClick={onClick}
      >
        <Icon name="download" />
        {progress === '' ? label : progress}
      </a>
      {isSaving && <DownloadProgress href={href} onProgress={setProgress} onEnd={end} />}
    </>
  );
}
