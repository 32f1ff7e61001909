/** PostgreSQL has tools of its own for copies of a whole database: the lines to call them with. */

/** A consistent copy while the service runs. Without what is kept unlogged: limits and leases of the last minute. */
export function pgDumpCommand(url: string, to: string): string {
  return `pg_dump --format=custom --no-unlogged-table-data --file=${quote(to)} ${quote(withoutPassword(url))}`;
}

export function pgRestoreCommand(url: string, from: string): string {
  const target = quote(withoutPassword(url));
  return `pg_restore --clean --if-exists --no-owner --single-transaction --dbname=${target} ${quote(from)}`;
}

/** What is printed ends up in logs and shell histories; the tools ask for the password, or take it from ~/.pgpass. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  for (const name of [...shown.searchParams.keys()]) if (/password/i.test(name)) shown.searchParams.delete(name);
  return shown.href;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
