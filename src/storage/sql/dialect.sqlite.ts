/** How SQLite says what a list needs. */

import { CANCELLATION_FUNCTION, CONTAINS_FUNCTION, FOLD_FUNCTION } from '../sqlite/reader-functions.ts';
import type { Dialect } from './dialect.ts';
import type { FoldSql } from './fold-on-read.ts';

export const sqliteDialect: Dialect = {
  placeholder: (n) => `?${n}`,
  rowKey: ['key'],
  // Not LIKE: it takes % and _ for patterns and folds ASCII alone; folding is done already.
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
  // A bare parameter is looked at when the statement is planned, so every other value would plan it anew: that takes as
  // long as the list itself.
  slice: (limit, offset) => `LIMIT ${limit} + 0 OFFSET ${offset} + 0`,
  numbers: (values, parameters) => `json_each(${parameters.add(JSON.stringify(values))}) AS p`,
  // There is no LATERAL; a list of keys is made anew for each number just as well.
  firstOfEach: (table, page) => `CROSS JOIN ${table} AS t ON t.key IN (${page('t.key')})`,
  // Asked for the order once more it would sort: all of the rows would be found before the first is given.
  keepsOrder: true,
  stamped: false,
  through: (index) => ` INDEXED BY ${index}`,
};

/** For `instr` a needle of so many bytes takes twice as long as one of a few at the worst, one of 5,000 twelve times. */
const LONG_NEEDLE_BYTES = 256;
/** For reader threads, whose statements can be ended and take time in proportion to the texts they look through. */
export const readerDialect: Dialect = {
  ...sqliteDialect,
  contains(subject, text, parameters) {
    if (Buffer.byteLength(text) <= LONG_NEEDLE_BYTES) return sqliteDialect.contains(subject, text, parameters);
    const needle = parameters.add(text);
    return `(octet_length(${subject}) >= octet_length(${needle}) AND ${CONTAINS_FUNCTION}(${subject}, ${needle}))`;
  },
  // All rows pass; told nothing, SQLite would expect few to and choose other indexes.
  watched: (key, rows) => `likelihood(${key} & ${rows - 1} OR ${CANCELLATION_FUNCTION}(), 1.0)`,
};

export const readerFoldSql: FoldSql = () => (text) => `${FOLD_FUNCTION}(${text})`;
