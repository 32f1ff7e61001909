/** A set of whole numbers from 1, millions of them in little memory: most are neighbours, so a bit each in small blocks. */
const BLOCK = 1024;

export class IdSet {
  readonly #blocks = new Map<number, Uint8Array>();

  has(id: number): boolean {
    const block = this.#blocks.get(Math.floor(id / BLOCK));
    return block !== undefined && (block[(id % BLOCK) >> 3]! & (1 << (id & 7))) !== 0;
  }

  /** False when it was there already. */
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

/** A number from 1 to `MOST` for each of many ids, in little memory, too; their blocks are smaller, for ids that somebody has put far apart. */
const NUMBERS = 64;

export class IdNumbers {
  static readonly MOST = 2 ** 32 - 1;
  readonly #blocks = new Map<number, Uint32Array>();

  /** 0 where there is none. */
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

/** Those of a record type. */
export function numbersIn(ofTypes: Map<string, IdNumbers>, type: string): IdNumbers {
  const numbers = ofTypes.get(type) ?? new IdNumbers();
  ofTypes.set(type, numbers);
  return numbers;
}
