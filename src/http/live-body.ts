/** An answer that has no end of its own: what happens is sent as it happens, to whoever stays. */
export class LiveBody {
  readonly pieces: AsyncIterable<string | Uint8Array>;

  constructor(pieces: AsyncIterable<string | Uint8Array>) {
    this.pieces = pieces;
  }
}
