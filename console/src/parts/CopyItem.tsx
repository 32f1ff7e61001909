/** Menu item that copies a text. The menu has closed by then, so a toast confirms it. */
import { words } from '../words/copy.ts';
import { copyToClipboard } from './CopyButton.tsx';
import { MenuItem } from './Menu.tsx';
import { toast } from './Toast.tsx';

export interface CopyItemProps {
  readonly text: string;
  readonly as: 'link' | 'curl';
}

export function CopyItem({ text, as }: CopyItemProps) {
  const what = words[`${as}Title`];
  const copy = async () => toast((await copyToClipboard(text)) ? words.done(what) : words.failed(what));
  return <MenuItem onChoose={() => void copy()}>{words[as]}</MenuItem>;
}
