/**
 * Block size of `IdSet`, a set of integers from 1 that stores millions of them in little memory. Most IDs are
 * consecutive, so each takes one bit in a small block.
 */
const BLOCK = 1024;

export class IdSet {
  readonly #blocks = new Map<number, Uint8Array>();

  has(id: number): boolean {
    const block = this.#blocks.get(Math.floor(id / BLOCK));
    return block !== undefined && (block[(id % BLOCK) >> 3]! & (1 << (id & 7))) !== 0;
  }

  /** Adds the ID; returns false if the set already contains it. */
  add(id: number): boolean {
    const number = Math.floor(id / BLOCK);
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = new Uint8Array(BLOCK / 8);
      this.#blocks.set(number, block);
    }
    const [place, bit] = [(id % BLOCK) >> 3, 1 << (id & 7)];
    if (block[place]! & bit) return false;
    block[place]! |= bit;
    return true;
  }
}

/**
 * Block size of `IdNumbers`, which maps many IDs to a number from 1 to `MOST`, also in little memory. Its blocks are
 * smaller, for files with IDs that are far apart.
 */
const NUMBERS = 64;

export class IdNumbers {
  static readonly MOST = 2 ** 32 - 1;
  readonly #blocks = new Map<number, Uint32Array>();

  /** Returns the number of the ID, or 0 if it has none. */
  get(id: number): number {
    return this.#blocks.get(Math.floor(id / NUMBERS))?.[id % NUMBERS] ?? 0;
  }

  set(id: number, number: number): void {
    const at = Math.floor(id / NUMBERS);
    const block = this.#blocks.get(at) ?? new Uint32Array(NUMBERS);
    this.#blocks.set(at, block);
    block[id % NUMBERS] = number;
  }

  *entries(): Generator<[id: number, number: number]> {
    for (const [at, block] of this.#blocks) {
      for (const [place, number] of block.entries()) if (number > 0) yield [at * NUMBERS + place, number];
    }
  }
}

/** Returns the numbers of a record type; adds an empty entry if the type has none. */
export function numbersIn(ofTypes: Map<string, IdNumbers>, type: string): IdNumbers {
  const numbers = ofTypes.get(type) ?? new IdNumbers();
  ofTypes.set(type, numbers);
  return numbers;
}
