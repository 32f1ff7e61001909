/** Bar of the parts of a whole. Screen readers skip it, because the text next to it says the same. */
import type { PlotColour } from './Plot.tsx';
import styles from './Shares.module.css';

export interface BarSegment {
  readonly key: string;
  readonly value: number;
  readonly colour: PlotColour;
}

export function StackedBar({ of }: { readonly of: readonly BarSegment[] }) {
  const shown = of.filter(({ value }) => value > 0);
  return (
    <div className={styles.shares} aria-hidden="true">
      {shown.map(({ key, value, colour }) => (
        <span key={key} className={styles[`ground${colour}`]} style={{ flexGrow: value }} />
      ))}
    </div>
  );
}

/** Colour sample that links a text to its part of the bar. */
export function Swatch({ colour }: { readonly colour: PlotColour }) {
  return <span className={`${styles.swatch} ${styles[`ground${colour}`]}`} aria-hidden="true" />;
}
