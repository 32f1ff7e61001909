/**
 * LRU map of bounded size, with two generations for constant time. A used entry moves to the young generation. When
 * that is full, it becomes the old generation, and the previous old generation is dropped.
 */
export class RecentlyUsed<Value> {
  readonly #generationSize: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** Keeps at most `maxEntries` entries, and always at least the most recent half of that number. */
  constructor(maxEntries: number) {
    this.#generationSize = Math.max(1, Math.floor(maxEntries / 2));
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#generationSize) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
