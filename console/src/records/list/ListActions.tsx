/** What can be done with a whole list: other columns, all of it as a file, the same as a link and as a command, one more record. */
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { addressOf, Link, useGo } from '../../parts/Link.tsx';
import { words as boardWords } from '../../words/board.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { listAddress, newAddress } from '../address.ts';
import { curlOf } from '../curl.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { DownloadLink } from './DownloadLink.tsx';
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
  return (
    <>
      <Button icon="columns" onClick={onColumns}>
        {listWords.columns}
      </Button>
      <DownloadLink account={account} type={type} query={resolved} columns={columns} total={total} />
      <CopyButton
        text={origin + addressOf(listAddress(account, type.name, address))}
        what="the link"
        label={words.copyLink}
      />
      <CopyButton
        text={curlOf(origin, `/api/${type.name}?${writeRequest(type, resolved)}`)}
        what={listWords.copyCurlTitle}
        label={listWords.copyCurl}
      />
      {type.name === 'WorkOrders' && (
        <Link
          look="plain"
          to={listAddress(account, type.name, [address, 'ui.view=board'].filter((part) => part !== '').join('&'))}
        >
          {boardWords.board}
        </Link>
      )}
      <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newAddress(account, type.name))}>
        {words.newRecord}
      </Button>
    </>
  );
}
