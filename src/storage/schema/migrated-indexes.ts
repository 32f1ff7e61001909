/**
 * The indexes that the migrations make, read from the migrations themselves, against those of a database. A lost index is
 * seldom an error: a unique one lets duplicates in, and without the others everything works, until it is large.
 */
export interface DatabaseIndex {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  /** In a form in which what the migration says and what the database says can be compared. */
  readonly definition: string;
}

/** `sql` in the order in which it is applied. */
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

/** An index as a database tells of it; `definition` is what follows the name of the table, however somebody has written it. */
export function normalizeIndexes(rows: readonly DatabaseIndex[]): ReadonlyMap<string, DatabaseIndex> {
  return new Map(rows.map((index) => [index.name, { ...index, definition: plain(index.definition) }]));
}

/** PostgreSQL writes types, brackets and methods into a definition, and IN as an array; the migrations leave them out. */
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

/** Words of SQL and names; a text between quotes stays as it is. */
function withoutCase(sql: string): string {
  return sql.replace(/'[^']*'|[^']+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()));
}

/** What the database lacks, or has in another form; in the words of the comparison of tables. */
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
