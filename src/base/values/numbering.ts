/** Numbers values in the order in which they first come. */
export class Numbering<T> {
  private readonly numbers: Map<string, number>;

  /** @param keyOf the same text for the same values @param values already numbered */
  constructor(
    private readonly keyOf: (value: T) => string = String,
    readonly values: T[] = [],
  ) {
    this.numbers = new Map(values.map((value, index) => [keyOf(value), index]));
  }

  has(value: T): boolean {
    return this.numbers.has(this.keyOf(value));
  }

  of(value: T): number {
    const key = this.keyOf(value);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}
