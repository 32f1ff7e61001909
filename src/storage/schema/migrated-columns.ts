/**
 * Reads tables and their columns from the migrations and compares them with a database. Tables that are not in the
 * catalogue are defined only there.
 */
export type TableColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Parses the migrations; `sql` is in the order of application. */
export function parseColumns(sql: readonly string[]): TableColumns {
  const tables = new Map<string, Set<string>>();
  const text = sql.join('\n').replace(/--.*$/gm, '');
  for (const [, verb, table, rest] of text.matchAll(/^(CREATE|ALTER|DROP) (?:UNLOGGED )?TABLE (\w+)([^;]*);/gm)) {
    if (verb === 'CREATE') tables.set(table!, new Set(columnsBetween(rest!)));
    else if (verb === 'DROP') tables.delete(table!);
    else alter(tables, table!, rest!);
  }
  return tables;
}

/** Matches table constraints, which are not columns. */
const CONSTRAINT = /^(PRIMARY|FOREIGN|UNIQUE|CHECK|CONSTRAINT|EXCLUDE)\b/;

/** `(account bigint NOT NULL REFERENCES accounts (key), id bigint, PRIMARY KEY (account, id))` */
function columnsBetween(brackets: string): string[] {
  let depth = 0;
  let body = '';
  // Nested brackets contain commas of their own, as may the options after the table, such as WITH (fillfactor = 50).
  for (const [part] of brackets.matchAll(/[()]|[^()]+/g)) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (depth === 1) body += part;
    if (depth === 0 && body !== '') break;
  }
  const declared = body.split(',').map((part) => part.trim());
  return declared.filter((part) => !CONSTRAINT.test(part)).map((part) => part.split(/\s/)[0]!);
}

function alter(tables: Map<string, Set<string>>, table: string, how: string): void {
  const columns = tables.get(table)!;
  for (const [, verb, name, to] of how.matchAll(/\b(ADD|DROP|RENAME) COLUMN (\w+)(?: TO (\w+))?/g)) {
    if (verb !== 'ADD') columns.delete(name!);
    if (verb !== 'DROP') columns.add(to ?? name!);
  }
  const [, renamed] = /^ RENAME TO (\w+)/.exec(how) ?? [];
  if (renamed === undefined) return;
  tables.delete(table);
  tables.set(renamed, columns);
}

/** Groups the columns of a database by table, from one row per column. */
export function groupColumns(rows: readonly { readonly table: string; readonly name: string }[]): TableColumns {
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map([...tables].map(([table, columns]) => [table, new Set(columns.map(({ name }) => name))]));
}

/**
 * Returns what the database lacks, worded like the comparison with the catalogue. Additional tables and columns do no
 * harm and are ignored.
 */
export function compareColumns(wanted: TableColumns, found: TableColumns): { table: string; message: string }[] {
  return [...wanted].flatMap(([table, columns]) => {
    const there = found.get(table);
    if (there === undefined) return [{ table, message: `table ${table} is missing` }];
    return [...columns.difference(there)].map((name) => ({ table, message: `${table}: column ${name} is missing` }));
  });
}
