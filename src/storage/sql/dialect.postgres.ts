/** SQL dialect of PostgreSQL for lists. */
import type { Dialect } from './dialect.ts';

export const postgresDialect: Dialect = {
  placeholder: (n) => `$${n}`,
  rowKey: ['account', 'id'],
  // LIKE, because the trigram indexes support it.
  contains: (subject, text, parameters) => `${subject} LIKE ${parameters.add(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`,
  valueText(kind, column, field, document) {
    switch (kind) {
      case 'int':
      case 'reference':
        return `(${column})::text`;
      case 'date':
        return column;
      case 'decimal':
      case 'timestamp':
        // The json type keeps numbers as they were written: 1e-7 stays 1e-7.
        return this.documentText(document, field);
    }
  },
  documentText: (document, field) => `(${document}::json ->> '${field}')`,
  differs: (left, right) => `${left} IS DISTINCT FROM ${right}`,
  nulls: (descending) => (descending ? ' NULLS LAST' : ' NULLS FIRST'),
  // LATERAL, and OFFSET to keep it one: a nested loop keeps the order of the page, which other joins would lose.
  withDocuments: (page, documents) =>
    `(${page}) AS page CROSS JOIN LATERAL (
  SELECT text FROM ${documents} AS d WHERE d.account = page.account AND d.id = page.id OFFSET 0
) AS d`,
  array: (text, fits) => `'[' || string_agg(${text}, E',\\n') FILTER (WHERE ${fits}) || ']'`,
  numbers: (values, parameters) =>
    `unnest(${parameters.add(`{${values.join(',')}}`)}::bigint[]) WITH ORDINALITY AS p (value, key)`,
  firstOfEach: (_table, page) => `CROSS JOIN LATERAL (${page('t.*')}) AS t`,
  keepsOrder: false,
  stamped: true,
  slice: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
};
