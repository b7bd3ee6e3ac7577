/** An answer whose JSON text exists already, mostly because PostgreSQL wrote it: sent as it is. */
export class JsonText {
  constructor(
    private content: string,
    private readonly isPassing = false,
  ) {}

  /**
   * An answer to one request, which lets go of its text when that is taken. The promises of a request that waited are old when
   * the text comes: what they hold lives until the next full collection of garbage, and a text of 100 KB is then copied twice.
   */
  static passing(text: string): JsonText {
    return new JsonText(text, true);
  }

  /** An answer where there is a text, null where there is none. */
  static of(text: string | null): JsonText | null {
    return text === null ? null : new JsonText(text);
  }

  get text(): string {
    return this.content;
  }

  /** The text, to be sent. */
  take(): string {
    const { content } = this;
    if (this.isPassing) this.content = '';
    return content;
  }
}
