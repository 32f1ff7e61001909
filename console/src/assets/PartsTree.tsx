/** What an asset consists of: the parts below it are asked for when somebody opens them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryFn } from '../api/ask.ts';
import { listLink } from '../home/links.ts';
import { Link } from '../parts/Link.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { recordAddress } from '../records/address.ts';
import { words } from '../words/assets.ts';
import styles from './AssetOverview.module.css';

interface Part {
  readonly ID: number;
  readonly AssetNumber: string | null;
  readonly Name: string;
}

const MAX_PARTS = 100;

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
  const all = listLink(account, 'Assets', [['ParentAssetID', String(of)]]);
  const found = useQuery({
    queryKey: [account, 'Assets', of, 'parts'],
    queryFn: createQueryFn<readonly Part[]>(`${all}&fields=ID,AssetNumber,Name&orderby=Name&take=${MAX_PARTS}`),
    enabled: open,
    staleTime: 60_000,
  });
  const { data } = found;
  return (
    <details className={styles.tree} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && <QueryPlaceholder of={found} rows={1} />}
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
      {data?.length === MAX_PARTS && <Link to={all}>{words.moreParts}</Link>}
    </details>
  );
}
