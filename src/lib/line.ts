/**
 * Linked list with O(1) removal, in insertion order; thousands of entries join and leave per second. `Map` and `Set`
 * reallocate their table under such load, and each old table points to the next. A table in the old generation then
 * kept its successors and their entries alive until a full garbage collection. As a result, nearly every request stayed
 * in memory after its response.
 */
export class LinkedQueue<Item> {
  /** Sentinel node, after the last item and before the first; it has no item. */
  readonly #end: QueueNode<Item> = new QueueNode<Item>(this, undefined as Item);
  size = 0;

  join(item: Item): QueueNode<Item> {
    this.size++;
    return new QueueNode(this, item, this.#end);
  }

  get first(): Item | undefined {
    return this.#end.behind?.item;
  }

  /** Iterates over a snapshot, so items may leave during the iteration. */
  [Symbol.iterator](): ArrayIterator<Item> {
    const items: Item[] = [];
    for (let at = this.#end.behind!; at !== this.#end; at = at.behind!) items.push(at.item);
    return items.values();
  }
}

export class QueueNode<Item> {
  readonly item: Item;
  readonly #line: LinkedQueue<Item>;
  /** Both neighbours are undefined once the node has left the queue. */
  before: QueueNode<Item> | undefined;
  behind: QueueNode<Item> | undefined;

  constructor(line: LinkedQueue<Item>, item: Item, end?: QueueNode<Item>) {
    this.item = item;
    this.#line = line;
    this.before = end?.before ?? this;
    this.behind = end ?? this;
    this.before.behind = this;
    this.behind.before = this;
  }

  /** Removes the item; returns false if it was removed before. */
  leave(): boolean {
    if (this.before === undefined) return false;
    this.before.behind = this.behind;
    this.behind!.before = this.before;
    this.before = undefined;
    this.behind = undefined;
    this.#line.size--;
    return true;
  }
}
