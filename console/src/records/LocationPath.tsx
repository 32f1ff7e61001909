/** Path of a location from the site down, with a link to each level. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createQueryFn } from '../api/ask.ts';
import { Link } from '../parts/Link.tsx';
import { recordAddress } from './address.ts';
import styles from './LocationPath.module.css';

interface Place {
  readonly ID: number;
  readonly Name: string;
  readonly ParentLocationID: number | null;
  readonly Deleted: boolean;
}

/** Maximum number of levels, so that a page never requests parents without end. */
const MAX_DEPTH = 8;

export function LocationPath({ account, id }: { readonly account: string; readonly id: number }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [account, 'Locations', id, 'path'],
    staleTime: 300_000,
    queryFn: async () => {
      const path: Place[] = [];
      for (let next: number | null = id; next !== null && path.length < MAX_DEPTH; ) {
        // Cached, because many records share the same few parent locations.
        const place: Place | undefined = await client.fetchQuery(placeQuery(account, next)).catch(() => undefined);
        if (place === undefined) break;
        path.unshift(place);
        next = place.ParentLocationID;
      }
      return path;
    },
  });
  const path = data === undefined || data.length === 0 ? [{ ID: id, Name: `#${id}`, Deleted: false }] : data;
  return (
    <span className={styles.path}>
      {path.map(({ ID, Name, Deleted }, n) => (
        <span key={ID}>
          {n > 0 && <span aria-hidden="true"> / </span>}
          <Link to={recordAddress(account, 'Locations', ID)} className={Deleted ? styles.deleted! : ''}>
            {Name}
          </Link>
        </span>
      ))}
    </span>
  );
}

function placeQuery(account: string, id: number) {
  return {
    queryKey: [account, 'Locations', id, 'place'],
    queryFn: createQueryFn<Place>(`/${account}/Locations/${id}?fields=ID,Name,ParentLocationID,Deleted`),
    staleTime: 300_000,
  };
}
