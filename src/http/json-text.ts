/** An answer that is JSON text already, usually written by PostgreSQL. It is sent unchanged. */
export class JsonText {
  constructor(
    private content: string,
    private readonly isSingleUse = false,
  ) {}

  /**
   * Creates an answer to one request that drops its text in {@link take}. Otherwise the promises of a request that waited for the
   * database would keep the text until the next full garbage collection, which copies 100 KB twice.
   */
  static singleUse(text: string): JsonText {
    return new JsonText(text, true);
  }

  get text(): string {
    return this.content;
  }

  /** Returns the text to send; call it once. */
  take(): string {
    const { content } = this;
    if (this.isSingleUse) this.content = '';
    return content;
  }
}

/** A large answer in parts, usually JSON. No step of making or sending it occupies the event loop for long, and the parts are outside of the heap. */
export class JsonParts {
  /**
   * @param parts of any size, which may be made as they are sent
   * @param bytes of all parts
   * @param isEmpty the answer has no result
   * @param isCsv the parts are CSV, and no JSON
   */
  constructor(
    readonly parts: Iterable<Uint8Array>,
    readonly bytes: number,
    readonly isEmpty = false,
    readonly isCsv = false,
  ) {}

  /** The same answer with another end in place of its last bracket. */
  endedBy(end: Uint8Array): JsonParts {
    const { parts, bytes } = this;
    const ended = {
      *[Symbol.iterator](): Generator<Uint8Array, void, undefined> {
        let left = bytes - 1;
        for (const part of parts) {
          yield part.subarray(0, left);
          left -= Math.min(part.length, left);
        }
        yield end;
      },
    };
    return new JsonParts(ended, bytes - 1 + end.length, this.isEmpty);
  }

  static of(parts: readonly Uint8Array[]): JsonParts {
    return new JsonParts(
      parts,
      parts.reduce((sum, { length }) => sum + length, 0),
    );
  }
}

/** An answer of any size: JSON that is read while it is sent. The first part is read before, so that errors are sent as such. */
export class JsonStream {
  constructor(readonly parts: AsyncGenerator<string, void, undefined>) {}
}
