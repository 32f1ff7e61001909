/**
 * Download link. A click saves the file completely. If the download fails, the page says so and no partial file
 * remains.
 */
import { type MouseEvent, useState } from 'react';
import { reportReachable } from '../api/reach.ts';
import buttons from './Button.module.css';
import { Icon } from './Icon.tsx';
import { lazyComponent } from './later.tsx';

const DownloadProgress = lazyComponent(() => import('./Saving.tsx'), 'DownloadProgress');

export interface DownloadProps {
  /** Full address: files come from the service, not from the router. */
  readonly href: string;
  readonly label: string;
  /** Description of the file's contents. */
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
    // Clicks with a modifier key are left to the browser.
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
