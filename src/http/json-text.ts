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

/** A large answer: JSON in parts. No step of making or sending it occupies the event loop for long, and the parts are outside of the heap. */
export class JsonParts {
  /** @param isEmpty the answer has no result */
  constructor(
    readonly parts: readonly Buffer[],
    readonly isEmpty = false,
  ) {}
}

/** An answer of any size: JSON that is read while it is sent. The first part is read before, so that errors are sent as such. */
export class JsonStream {
  constructor(readonly parts: AsyncGenerator<string, void, undefined>) {}
}
