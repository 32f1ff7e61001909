/** Actions of a whole list: create a record, download a file, choose columns, copy a link or a command. */
import { useRef } from 'react';
import { Button } from '../../parts/Button.tsx';
import { CopyItem } from '../../parts/CopyItem.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { consoleAddress, Link, useNavigateTo } from '../../parts/Link.tsx';
import { Menu, MenuItem } from '../../parts/Menu.tsx';
import { words as boardWords } from '../../words/board.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { listAddress, newRecordAddress } from '../address.ts';
import { createCurlCommand } from '../curl.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { CsvDownload } from './DownloadLink.tsx';
import styles from './ListPage.module.css';
import { stringifyPageRequest } from './write-query.ts';

export interface ListActionsProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** Query with relative values resolved. */
  readonly resolved: ListQuery;
  readonly columns: readonly string[];
  readonly total: number | undefined;
  /** Address of the list, with relative values unresolved. */
  readonly address: string;
  readonly onColumns: () => void;
  readonly whyNot: string | undefined;
}

export function ListActions({ account, type, resolved, columns, total, address, onColumns, whyNot }: ListActionsProps) {
  const go = useNavigateTo();
  const { origin } = window.location;
  const file = useRef<HTMLSpanElement>(null);
  return (
    <>
      <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newRecordAddress(account, type.name))}>
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
        <CsvDownload account={account} type={type} query={resolved} columns={columns} total={total} />
      </span>
      <Menu label={words.more} shown={<Icon name="more" />} look="plain" bare end>
        <MenuItem onChoose={onColumns}>{listWords.columns}</MenuItem>
        <FileItem onChoose={() => file.current?.querySelector('a')?.click()} />
        <CopyItem as="link" text={origin + consoleAddress(listAddress(account, type.name, address))} />
        <CopyItem
          as="curl"
          text={createCurlCommand(origin, `/api/${type.name}?${stringifyPageRequest(type, resolved)}`)}
        />
      </Menu>
    </>
  );
}

/**
 * Menu item for the CSV download, on phones only. Their buttons are in one row, and the download button appears only
 * during a download.
 */
function FileItem({ onChoose }: { readonly onChoose: () => void }) {
  return matchMedia('(max-width: 40rem)').matches && <MenuItem onChoose={onChoose}>{listWords.csv}</MenuItem>;
}
