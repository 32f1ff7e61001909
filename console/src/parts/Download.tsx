/** A link to a file that the browser saves by itself, however long it is; one that breaks off it reports as failed. */
import buttons from './Button.module.css';
import { Icon } from './Icon.tsx';

export interface DownloadProps {
  /** The whole address: files come from the service, not from the router. */
  readonly href: string;
  readonly label: string;
  /** What will be in it. */
  readonly says: string;
}

export function Download({ href, label, says }: DownloadProps) {
  return (
    <a className={buttons.button} href={href} download title={says} aria-label={`${label}: ${says}`}>
      <Icon name="download" />
      {label}
    </a>
  );
}
