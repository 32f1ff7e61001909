/** Builds the command lines of pg_dump and pg_restore, the tools of PostgreSQL for copies of a whole database. */

/**
 * Returns the command for a consistent copy while the service runs. The copy omits unlogged tables: limits and leases
 * of the last minute.
 */
export function pgDumpCommand(url: string, to: string): string {
  return `pg_dump --format=custom --no-unlogged-table-data --file=${quote(to)} ${quote(withoutPassword(url))}`;
}

export function pgRestoreCommand(url: string, from: string): string {
  const target = quote(withoutPassword(url));
  return `pg_restore --clean --if-exists --no-owner --single-transaction --dbname=${target} ${quote(from)}`;
}

/**
 * Removes the password from the URL, because printed commands appear in logs and shell histories. The tools prompt for
 * the password or read it from ~/.pgpass.
 */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  for (const name of [...shown.searchParams.keys()]) if (/password/i.test(name)) shown.searchParams.delete(name);
  return shown.href;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
