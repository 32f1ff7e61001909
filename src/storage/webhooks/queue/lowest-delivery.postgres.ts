/**
 * Selects the lowest delivery of a record through the index of waiting deliveries. With `=`, the planner may consider
 * the record so common that it walks through all deliveries in order until it finds one.
 */
export function lowestDeliverySql(record: string): string {
  return `record_id >= ${record} AND record_id <= ${record} ORDER BY record_id, id LIMIT 1`;
}
