/** Menu of rarely used record actions. Loaded when it is opened. */
import { useEffect } from 'react';
import { CopyItem } from '../../parts/CopyItem.tsx';
import { consoleAddress } from '../../parts/Link.tsx';
import { MenuItem } from '../../parts/Menu.tsx';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import { createCurlCommand } from '../curl.ts';
import type { RecordFields } from '../description.ts';

export interface RecordMenuProps {
  readonly account: string;
  /** The name of its type. */
  readonly type: string;
  readonly record: RecordFields;
  readonly whyNot: string | undefined;
  readonly onDelete: () => void;
}

export function RecordMenu({ account, type, record, whyNot, onDelete }: RecordMenuProps) {
  const { origin } = window.location;
  const id = Number(record.ID);
  // It may come after the menu has looked for what is in it.
  useEffect(
    () => document.querySelector<HTMLElement>('[role=menu] [role=menuitem]')?.focus({ preventScroll: true }),
    [],
  );
  return (
    <>
      <CopyItem as="link" text={origin + consoleAddress(recordAddress(account, type, id))} />
      <CopyItem as="curl" text={createCurlCommand(origin, `/api/${type}/${id}`)} />
      {record.Deleted !== true && (
        <MenuItem writes why={whyNot} onChoose={onDelete}>
          {words.delete}
        </MenuItem>
      )}
    </>
  );
}
