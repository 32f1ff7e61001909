/** An answer that has no end of its own: what happens is sent as it happens, to whoever stays. */
export class LiveBody {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}
