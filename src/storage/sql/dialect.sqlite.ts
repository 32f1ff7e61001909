/** SQL dialect of SQLite for lists. */

import { CANCELLATION_FUNCTION, CONTAINS_FUNCTION, FOLD_FUNCTION } from '../sqlite/reader-functions.ts';
import type { Dialect } from './dialect.ts';
import type { FoldSql } from './fold-on-read.ts';

export const sqliteDialect: Dialect = {
  placeholder: (n) => `?${n}`,
  rowKey: ['key'],
  // Not LIKE: it treats % and _ as patterns and folds only ASCII. The texts are already folded.
  contains: (subject, text, parameters) => `instr(${subject}, ${parameters.add(text)}) > 0`,
  valueText(kind, column, field, document) {
    switch (kind) {
      case 'int':
      case 'reference':
        return `CAST(${column} AS TEXT)`;
      case 'date':
        return column;
      case 'timestamp':
        // Three times faster than reading the document.
        return `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
      case 'decimal':
        // `->` keeps a number as it was written: 1e-7 stays 1e-7. JSON null would be the text "null".
        return `CASE WHEN ${column} IS NOT NULL THEN ${document} -> '$.${field}' END`;
    }
  },
  documentText: (document, field) => `${document} ->> '$.${field}'`,
  differs: (left, right) => `${left} IS NOT ${right}`,
  // Null is the smallest value here already.
  nulls: () => '',
  // CROSS JOIN keeps the page outermost, so that documents come in its order.
  withDocuments: (page, documents) => `(${page}) AS page CROSS JOIN ${documents} AS d ON d.key = page.key`,
  array: (text, fits) => `CAST('[' || group_concat(${text}, ',' || char(10)) FILTER (WHERE ${fits}) || ']' AS BLOB)`,
  // SQLite reads a bare parameter when it plans the statement, so every new value would cause a new plan. Planning
  // takes as long as the list itself.
  slice: (limit, offset) => `LIMIT ${limit} + 0 OFFSET ${offset} + 0`,
  numbers: (values, parameters) => `json_each(${parameters.add(JSON.stringify(values))}) AS p`,
  // SQLite has no LATERAL. A list of keys that is built again for each number works equally well.
  firstOfEach: (table, page) => `CROSS JOIN ${table} AS t ON t.key IN (${page('t.key')})`,
  // A repeated ORDER BY would sort: SQLite would find all rows before it returns the first.
  keepsOrder: true,
  stamped: false,
  through: (index) => ` INDEXED BY ${index}`,
};

/**
 * Needle length from which `contains_text` is used. In the worst case, `instr` takes twice as long with a needle of
 * this length as with a short one, and twelve times as long with 5,000 bytes.
 */
const LONG_NEEDLE_BYTES = 256;
/** Dialect for reader threads: statements can be cancelled, and their time is proportional to the text they scan. */
export const readerDialect: Dialect = {
  ...sqliteDialect,
  contains(subject, text, parameters) {
    if (Buffer.byteLength(text) <= LONG_NEEDLE_BYTES) return sqliteDialect.contains(subject, text, parameters);
    const needle = parameters.add(text);
    return `(octet_length(${subject}) >= octet_length(${needle}) AND ${CONTAINS_FUNCTION}(${subject}, ${needle}))`;
  },
  // All rows pass. Without `likelihood`, SQLite would expect few to pass and choose other indexes.
  watched: (key, rows) => `likelihood(${key} & ${rows - 1} OR ${CANCELLATION_FUNCTION}(), 1.0)`,
};

export const readerFoldSql: FoldSql = () => (text) => `${FOLD_FUNCTION}(${text})`;
