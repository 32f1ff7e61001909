/**
 * Column widths of a table in a separate style sheet: resizing a column changes one rule instead of a cell in every
 * row. Narrow screens show cards, which have no columns.
 */
import { useId, useLayoutEffect, useMemo } from 'react';

export interface ColumnStyleSheet {
  /** Element ID for the table. The rules select the table by it. */
  readonly id: string;
  /** Applies a width during resizing. `column` is counted from the first field column. */
  readonly set: (column: number, width: number) => void;
}

export function useColumnStyleSheet(widths: readonly (number | undefined)[]): ColumnStyleSheet {
  const id = useId();
  const sheet = useMemo(() => new CSSStyleSheet({ media: '(min-width: 40.01rem)' }), []);
  const key = widths.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether they are others.
  useLayoutEffect(() => write(sheet, id, widths), [sheet, id, key]);
  useLayoutEffect(() => () => drop(sheet), [sheet]);
  return { id, set: (column, width) => write(sheet, id, widths.with(column, width)) };
}

/** Number of columns before the first field column: the checkboxes. */
const LEADING_COLUMNS = 1;

function write(sheet: CSSStyleSheet, id: string, widths: readonly (number | undefined)[]): void {
  const rules = widths.flatMap((width, n) =>
    width === undefined
      ? []
      : [
          `#${CSS.escape(id)} tr > :nth-child(${n + 1 + LEADING_COLUMNS}) { width: ${width}px; min-width: ${width}px; max-width: ${width}px }`,
        ],
  );
  sheet.replaceSync(rules.join('\n'));
  if (rules.length === 0) drop(sheet);
  else if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}

/** Removes an empty style sheet. The browser would still match it against every element of the page. */
function drop(sheet: CSSStyleSheet): void {
  const at = document.adoptedStyleSheets.indexOf(sheet);
  if (at >= 0) document.adoptedStyleSheets.splice(at, 1);
}
