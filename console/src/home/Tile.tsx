/** One figure: it comes and fails alone, says on demand how it is counted, and has its data as a table. */
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from '../parts/Link.tsx';
import type { PlotColour } from '../parts/Plot.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Swatch } from '../parts/Shares.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { words } from '../words/home.ts';
import styles from './Tile.module.css';

export interface TileProps<Figure> {
  readonly title: string;
  readonly formula: string;
  readonly query: UseQueryResult<Figure>;
  readonly children: (figure: Figure) => ReactNode;
  readonly table: (figure: Figure) => ReactNode;
  /** Two places wide. */
  readonly wide?: boolean;
  readonly actions?: ReactNode;
}

export function Tile<Figure extends { readonly asOf: string }>({
  title,
  formula,
  query,
  children,
  table,
  wide,
  actions,
}: TileProps<Figure>) {
  const id = useId();
  const { data, isPlaceholderData } = query;
  return (
    <section
      className={`${styles.tile} ${wide ? styles.wide : ''}`}
      aria-labelledby={id}
      aria-busy={isPlaceholderData || data === undefined}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {data === undefined ? (
        <QueryPlaceholder of={query} rows={4} label={title} />
      ) : (
        <>
          <div className={`${styles.body} ${isPlaceholderData ? styles.dimmed : ''}`}>{children(data)}</div>
          <footer>
            <details>
              <summary>{words.counted}</summary>
              <p>{formula}</p>
              <p>
                {words.asOf} <RelativeTime at={data.asOf} />
              </p>
            </details>
            <details>
              <summary>{words.table}</summary>
              {table(data)}
            </details>
          </footer>
        </>
      )}
    </section>
  );
}

/** The number that a tile is about. */
export function TileFigure({
  to,
  children,
  of,
}: {
  readonly to?: string | undefined;
  readonly children: ReactNode;
  readonly of?: ReactNode;
}) {
  return (
    <p className={styles.big}>
      <CountLink to={to}>{children}</CountLink>
      {of && <span className={styles.of}>{of}</span>}
    </p>
  );
}

/** A number, and the list behind it where there is one. */
export function CountLink({ to, children }: { readonly to: string | undefined; readonly children: ReactNode }) {
  return to === undefined ? <span>{children}</span> : <Link to={to}>{children}</Link>;
}

/** What is named above what there is to say of it, whole: for sentences, which a line has no room for. */
export function TileDetails({
  of,
}: {
  readonly of: readonly { readonly key: string; readonly what: ReactNode; readonly why: ReactNode }[];
}) {
  return (
    <dl className={styles.told}>
      {of.map(({ key, what, why }) => (
        <div key={key}>
          <dt>{what}</dt>
          <dd>{why}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface TileRow {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly to?: string | undefined;
  /** As it has in the bar above. */
  readonly colour?: PlotColour;
}

export function TileRows({ of }: { readonly of: readonly TileRow[] }) {
  return (
    <dl className={styles.lines}>
      {of.map(({ label, value, to, colour }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a tile never change places.
        <div key={at}>
          <dt>
            {colour !== undefined && <Swatch colour={colour} />}
            {label}
          </dt>
          <dd>
            <CountLink to={to}>{value}</CountLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
