/** Finds the lists of records in the OpenAPI document, as the clients know them. */

// biome-ignore lint/suspicious/noExplicitAny: a tree whose shape OpenAPI defines, taken apart in this file only.
type Tree = any;

export interface RecordCollection {
  /** `WorkOrders`: the path and the tag. */
  readonly name: string;
  /** `WorkOrder`: the schema of one, and its name in operations. */
  readonly record: string;
}

/** Returns each path whose POST is `create` with the name of a schema: webhooks and proposals have no such schema. */
export function recordCollections(document: Tree): RecordCollection[] {
  return Object.entries<Tree>(document.paths).flatMap(([path, { post }]) => {
    const record = /^create(\w+)$/.exec(post?.operationId)?.[1];
    if (record === undefined || !(`Create${record}` in document.components.schemas)) return [];
    return [{ name: path.slice('/api/'.length), record }];
  });
}
