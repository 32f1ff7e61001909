/** What an asset consists of: the parts below it are asked for when somebody opens them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../api/ask.ts';
import { list } from '../home/links.ts';
import { Link } from '../parts/Link.tsx';
import { Unread } from '../parts/Unread.tsx';
import { recordAddress } from '../records/address.ts';
import { words } from '../words/assets.ts';
import styles from './AssetOverview.module.css';

interface Part {
  readonly ID: number;
  readonly AssetNumber: string | null;
  readonly Name: string;
}

const MOST = 100;

export function PartsTree({
  account,
  of,
  label = words.parts,
}: {
  readonly account: string;
  readonly of: number;
  readonly label?: string;
}) {
  const [open, setOpen] = useState(false);
  const all = list(account, 'Assets', [['ParentAssetID', String(of)]]);
  const found = useQuery({
    queryKey: [account, 'Assets', of, 'parts'],
    queryFn: read<readonly Part[]>(`${all}&fields=ID,AssetNumber,Name&orderby=Name&take=${MOST}`),
    enabled: open,
    staleTime: 60_000,
  });
  const { data } = found;
  return (
    <details className={styles.tree} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && <Unread of={found} rows={1} />}
      {data?.length === 0 && <p className="quiet">{words.noParts}</p>}
      {data !== undefined && data.length > 0 && (
        <ul>
          {data.map(({ ID, AssetNumber, Name }) => (
            <li key={ID}>
              <Link to={recordAddress(account, 'Assets', ID)}>{[AssetNumber, Name].filter(Boolean).join(' ')}</Link>
              <PartsTree account={account} of={ID} />
            </li>
          ))}
        </ul>
      )}
      {data?.length === MOST && <Link to={all}>{words.moreParts}</Link>}
    </details>
  );
}
