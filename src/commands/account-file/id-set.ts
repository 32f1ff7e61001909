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
