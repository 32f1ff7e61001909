/**
 * The lowest of a record, by the index of what waits. Said with `=`, the planner may take the record for so common that it walks through
 * all deliveries in their order until it meets one of it.
 */
export function lowestDeliverySql(record: string): string {
  return `record_id >= ${record} AND record_id <= ${record} ORDER BY record_id, id LIMIT 1`;
}
