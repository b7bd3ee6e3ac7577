import { withRoom } from '../../memory/growing-columns.js';

/** Integers in the order in which they are added. They are no work for the garbage collector. */
export class NumberColumn {
  length = 0;
  private values = new Int32Array(256);

  /** @returns the index of the value */
  push(value: number): number {
    if (this.length === this.values.length) this.values = withRoom(this.values, this.length + 1);
    this.values[this.length] = value;
    return this.length++;
  }

  /** @returns 0 beyond the last value */
  at(index: number): number {
    return this.values[index] ?? 0;
  }

  toArray(): number[] {
    return Array.from(this.values.subarray(0, this.length));
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }
}
