/** What can be done with a whole list: one more record, all of it as a file, other columns, the same as a link and as a command. */
import { useRef } from 'react';
import { Button } from '../../parts/Button.tsx';
import { CopyItem } from '../../parts/CopyItem.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { addressOf, Link, useGo } from '../../parts/Link.tsx';
import { Menu, MenuItem } from '../../parts/Menu.tsx';
import { words as boardWords } from '../../words/board.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { listAddress, newAddress } from '../address.ts';
import { curlOf } from '../curl.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { DownloadLink } from './DownloadLink.tsx';
import styles from './ListPage.module.css';
import { writeRequest } from './write-query.ts';

export interface ListActionsProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** With everything relative resolved. */
  readonly resolved: ListQuery;
  readonly columns: readonly string[];
  readonly total: number | undefined;
  /** As it stands. */
  readonly address: string;
  readonly onColumns: () => void;
  readonly whyNot: string | undefined;
}

export function ListActions({ account, type, resolved, columns, total, address, onColumns, whyNot }: ListActionsProps) {
  const go = useGo();
  const { origin } = window.location;
  const file = useRef<HTMLSpanElement>(null);
  return (
    <>
      <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newAddress(account, type.name))}>
        {words.newRecord}
      </Button>
      {type.name === 'WorkOrders' && (
        <Link
          look="plain"
          to={listAddress(account, type.name, [address, 'ui.view=board'].filter((part) => part !== '').join('&'))}
        >
          {boardWords.board}
        </Link>
      )}
      <span ref={file} className={styles.file}>
        <DownloadLink account={account} type={type} query={resolved} columns={columns} total={total} />
      </span>
      <Menu label={words.more} shown={<Icon name="more" />} look="plain" bare end>
        <MenuItem onChoose={onColumns}>{listWords.columns}</MenuItem>
        <FileItem onChoose={() => file.current?.querySelector('a')?.click()} />
        <CopyItem as="link" text={origin + addressOf(listAddress(account, type.name, address))} />
        <CopyItem as="curl" text={curlOf(origin, `/api/${type.name}?${writeRequest(type, resolved)}`)} />
      </Menu>
    </>
  );
}

/** On a phone, whose buttons are one row: its own button is in sight only while the file is on its way. */
function FileItem({ onChoose }: { readonly onChoose: () => void }) {
  return matchMedia('(max-width: 40rem)').matches && <MenuItem onChoose={onChoose}>{listWords.csv}</MenuItem>;
}
