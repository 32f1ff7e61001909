/**
 * How wide the columns of a table are, as rules of a style sheet of its own: drawing one wider changes one rule and not a cell of every
 * row. Narrow screens show cards, which have no columns.
 */
import { useId, useLayoutEffect, useMemo } from 'react';

export interface ColumnStyleSheet {
  /** For the table: its rules are found by it. */
  readonly id: string;
  /** While it is drawn; counted from the first column of fields. */
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

/** Before the first column of fields is that of ticks. */
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

/** One that says nothing would still be asked about every element of the page. */
function drop(sheet: CSSStyleSheet): void {
  const at = document.adoptedStyleSheets.indexOf(sheet);
  if (at >= 0) document.adoptedStyleSheets.splice(at, 1);
}
