/** Numbers values in the order in which they first come. */
export class Numbering<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();

  of(key: string, value: T): number {
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}
