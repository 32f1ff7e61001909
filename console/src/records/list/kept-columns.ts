/** Column preferences (selection and widths), stored in the browser by user and type. */

export interface ColumnPreferences {
  /** Columns in the format of `ui.cols`. Null means the type's default columns. */
  readonly columns: string | null;
  /** Widths in pixels, by field name. */
  readonly widths: Readonly<Record<string, number>>;
}

const NO_PREFERENCES: ColumnPreferences = { columns: null, widths: {} };
const keyOf = (person: number, type: string) => `mds.columns.${person}.${type}`;

export function loadColumnPreferences(person: number, type: string): ColumnPreferences {
  try {
    const text = localStorage.getItem(keyOf(person, type));
    return text === null ? NO_PREFERENCES : { ...NO_PREFERENCES, ...JSON.parse(text) };
  } catch {
    return NO_PREFERENCES;
  }
}

export function saveColumnPreferences(person: number, type: string, kept: ColumnPreferences): void {
  try {
    const isPlain = kept.columns === null && Object.keys(kept.widths).length === 0;
    if (isPlain) localStorage.removeItem(keyOf(person, type));
    else localStorage.setItem(keyOf(person, type), JSON.stringify(kept));
  } catch {
    // Without storage, the columns are only in the address, and widths last as long as the page.
  }
}

export const MIN_COLUMN_WIDTH_PX = 48;
export const MAX_COLUMN_WIDTH_PX = 960;

export function withWidth(
  widths: ColumnPreferences['widths'],
  field: string,
  width: number | null,
): ColumnPreferences['widths'] {
  const { [field]: _, ...others } = widths;
  return width === null
    ? others
    : { ...others, [field]: Math.round(Math.min(MAX_COLUMN_WIDTH_PX, Math.max(MIN_COLUMN_WIDTH_PX, width))) };
}
