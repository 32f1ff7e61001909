/** The columns that somebody chose for the lists of a type, and how wide they drew them: kept in the browser, by person and type. */

export interface KeptColumns {
  /** As `ui.cols` writes them; null for the type's own. */
  readonly columns: string | null;
  /** In pixels, by the name of the field. */
  readonly widths: Readonly<Record<string, number>>;
}

const NOTHING: KeptColumns = { columns: null, widths: {} };
const keyOf = (person: number, type: string) => `mds.columns.${person}.${type}`;

export function keptColumns(person: number, type: string): KeptColumns {
  try {
    const text = localStorage.getItem(keyOf(person, type));
    return text === null ? NOTHING : { ...NOTHING, ...JSON.parse(text) };
  } catch {
    return NOTHING;
  }
}

export function keepColumns(person: number, type: string, kept: KeptColumns): void {
  try {
    const isPlain = kept.columns === null && Object.keys(kept.widths).length === 0;
    if (isPlain) localStorage.removeItem(keyOf(person, type));
    else localStorage.setItem(keyOf(person, type), JSON.stringify(kept));
  } catch {
    // Then the columns are in the address alone, and widths last as long as the page.
  }
}

export const NARROWEST = 48;
export const WIDEST = 960;

export function withWidth(widths: KeptColumns['widths'], field: string, width: number | null): KeptColumns['widths'] {
  const { [field]: _, ...others } = widths;
  return width === null ? others : { ...others, [field]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) };
}
