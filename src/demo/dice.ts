/**
 * The random source of the demo data: sfc32 with a key. Any record can be generated again from its ID alone, and every
 * Node version gives the same output. (`Math.random` has no seed, and the transcendental functions of `Math` may differ
 * from one engine version to the next.)
 */
const TWO_32 = 4_294_967_296;

export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  constructor(seed: number, stream: number, id: number) {
    this.#a = scramble(seed ^ 0x6d2b79f5);
    this.#b = scramble(stream + Math.imul(this.#a, 0x9e3779b1));
    this.#c = scramble(id + Math.imul(this.#b, 0x85ebca6b));
    for (let round = 0; round < 4; round++) this.next();
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  share(): number {
    return this.next() / TWO_32;
  }

  /** Returns an integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.share() * limit);
  }

  /** Returns an integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  digits(length: number): string {
    let text = '';
    while (text.length < length) text += this.below(10);
    return text;
  }
}

/**
 * Returns a number from 0 to 1 for each ID. The numbers of consecutive IDs are spread evenly, so that shares are exact
 * even in small sizes. Independent draws would differ by several percent. Each `way` is an independent spread.
 */
export function spread(id: number, way: keyof typeof ways): number {
  const turn = id * ways[way];
  return turn - Math.floor(turn);
}
const ways = {
  state: 0.618_033_988_749_895, // golden ratio
  type: 0.414_213_562_373_095, // square root of 2
  messaging: 0.732_050_807_568_877, // square root of 3
} as const;

/**
 * Returns the outcome for an evenly spread number, given the share of each outcome; the last outcome takes the rest.
 */
export function outcome<Outcome extends string>(
  share: number,
  shares: readonly (readonly [Outcome, number])[],
): Outcome {
  let left = share;
  for (const [name, size] of shares) {
    if (left < size) return name;
    left -= size;
  }
  return shares[shares.length - 1]![0];
}

/** Maps a number between 0 and 1 to a position; its size determines the probability of each position. */
export type ShareTable = (drawn: number) => number;

export function shareTable(sizes: readonly number[]): ShareTable {
  const bounds: number[] = [];
  for (const size of sizes) bounds.push((bounds.at(-1) ?? 0) + size);
  const total = bounds.at(-1) ?? 0;
  return (drawn) => bounds.findIndex((bound) => drawn * total < bound);
}

function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
