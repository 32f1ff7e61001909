/** A response without an end: events are sent as they occur, while the client stays connected. */
export class LiveBody {
  readonly pieces: AsyncIterable<string | Uint8Array>;

  constructor(pieces: AsyncIterable<string | Uint8Array>) {
    this.pieces = pieces;
  }
}
