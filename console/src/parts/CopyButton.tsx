/** Copies a text to the clipboard and confirms it on the button. */
import { useEffect, useRef, useState } from 'react';
import { announce } from './announce.ts';
import { Button } from './Button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** Name of the copied text: "the link". */
  readonly what: string;
  /** Label next to the icon. Without it, only the icon is shown. */
  readonly label?: string;
  readonly onCopied?: () => void;
}

export function CopyButton({ text, what, label, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyToClipboard(text))) return announce(`Could not copy ${what}. Select it and copy it by hand.`);
    setCopied(true);
    announce(`Copied ${what}`);
    onCopied?.();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <Button
      look={label === undefined ? 'quiet' : 'plain'}
      icon={copied ? 'check' : 'copy'}
      aria-label={label === undefined ? `Copy ${what}` : undefined}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {label === undefined ? undefined : copied ? 'Copied' : label}
    </Button>
  );
}

/** Copies a text. Without TLS, browsers offer no clipboard API, so it falls back to the old method. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}
