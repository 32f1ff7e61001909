/**
 * Those that are there for a moment, in the order in which they came: thousands come and go in a second, each from where it stands. A Set or
 * a Map would do, but its table is made anew time and again by that, and points to the next one. Once a table has grown old, it keeps those
 * after it, with all that stood in them then, until the whole heap is collected: so nearly every request outlived its answer.
 */
export class LinkedQueue<Item> {
  /** Behind the last and before the first; nobody stands there. */
  readonly #end: QueueNode<Item> = new QueueNode<Item>(this, undefined as Item);
  size = 0;

  join(item: Item): QueueNode<Item> {
    this.size++;
    return new QueueNode(this, item, this.#end);
  }

  get first(): Item | undefined {
    return this.#end.behind?.item;
  }

  /** As it is now: whoever is gone through may leave. */
  [Symbol.iterator](): ArrayIterator<Item> {
    const items: Item[] = [];
    for (let at = this.#end.behind!; at !== this.#end; at = at.behind!) items.push(at.item);
    return items.values();
  }
}

export class QueueNode<Item> {
  readonly item: Item;
  readonly #line: LinkedQueue<Item>;
  /** Neither where it has been left. */
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

  /** False where it has been left before. */
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
