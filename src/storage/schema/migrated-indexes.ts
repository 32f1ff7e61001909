/**
 * Reads indexes from the migrations and compares them with a database. A missing index rarely causes an error. Without
 * a unique index, duplicates get in; without the others, only large databases become slow.
 */
export interface DatabaseIndex {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  /** Normalized definition, comparable between a migration and a database. */
  readonly definition: string;
}

/** Parses the migrations; `sql` is in the order of application. */
export function parseIndexes(sql: readonly string[]): ReadonlyMap<string, DatabaseIndex> {
  const indexes = new Map<string, DatabaseIndex>();
  const text = sql.join('\n').replace(/--.*$/gm, '');
  for (const [statement, dropped] of text.matchAll(/^(?:CREATE (?:UNIQUE )?INDEX [^;]+|DROP INDEX (\w+));/gm)) {
    if (dropped !== undefined) indexes.delete(dropped);
    else {
      const index = parseIndex(statement.slice(0, -1));
      indexes.set(index.name, index);
    }
  }
  return indexes;
}

/** `CREATE UNIQUE INDEX users_unique_email ON users (account, email) WHERE NOT deleted` */
export function parseIndex(statement: string): DatabaseIndex {
  const [, unique, name, table, rest] =
    /^CREATE (UNIQUE )?INDEX (\w+) ON (?:\w+\.)?(\w+)\s+(.*)$/s.exec(statement) ?? [];
  if (name === undefined || table === undefined || rest === undefined) throw new Error(`Not an index: ${statement}`);
  return { name, table, unique: unique !== undefined, definition: plain(rest) };
}

/** Normalizes the indexes that a database reports. `definition` is the text after the table name, in any notation. */
export function normalizeIndexes(rows: readonly DatabaseIndex[]): ReadonlyMap<string, DatabaseIndex> {
  return new Map(rows.map((index) => [index.name, { ...index, definition: plain(index.definition) }]));
}

/**
 * Removes what PostgreSQL adds to a definition and migrations omit: types, brackets and methods. Also rewrites IN as an
 * array, as PostgreSQL does.
 */
function plain(definition: string): string {
  return withoutCase(definition)
    .replace(/using btree/, '')
    .replace(/\w+\.(gin_trgm_ops)/g, '$1')
    .replace(/::text(\[\])?/g, '')
    .replace(/ in \(([^)]*)\)/g, ' = any (array[$1])')
    .replace(/[()\s]+/g, ' ')
    .replace(/ ([,\]])|([[]) /g, '$1$2')
    .trim();
}

/** Converts SQL keywords and names to lower case; quoted text stays unchanged. */
function withoutCase(sql: string): string {
  return sql.replace(/'[^']*'|[^']+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()));
}

/** Returns indexes that the database lacks or defines differently, worded like the comparison of tables. */
export function compareIndexes(
  wanted: ReadonlyMap<string, DatabaseIndex>,
  found: ReadonlyMap<string, DatabaseIndex>,
): { table: string; message: string }[] {
  return [...wanted.values()].flatMap(({ name, table, unique, definition }) => {
    const what = `${table}: ${unique ? 'unique ' : ''}index ${name}`;
    const there = found.get(name);
    if (there === undefined || there.table !== table) return [{ table, message: `${what} is missing` }];
    if (there.unique === unique && there.definition === definition) return [];
    const form = ({ unique, definition }: DatabaseIndex) => `"${unique ? 'unique: ' : ''}${definition}"`;
    return [{ table, message: `${what} is ${form(there)} and should be ${form({ name, table, unique, definition })}` }];
  });
}
