import type { Call } from '../syntax/tree.js';

/** Where the values of variables are in a row. */
export class Scope {
  private constructor(
    private readonly slots: Map<string, number>,
    private readonly width: { slots: number },
    /** Slots of the results of aggregates. */
    readonly aggregates: ReadonlyMap<Call, number>,
  ) {}

  static empty(): Scope {
    return new Scope(new Map(), { slots: 0 }, new Map());
  }

  get names(): string[] {
    return [...this.slots.keys()];
  }

  find(name: string): number | undefined {
    return this.slots.get(name);
  }

  /** The slot of a variable; a new one if it has none. */
  slot(name: string): number {
    const known = this.slots.get(name);
    if (known !== undefined) return known;
    const slot = this.width.slots++;
    this.slots.set(name, slot);
    return slot;
  }

  /** A scope in which names have slots of their own, whatever they mean outside. */
  with(names: readonly string[]): Scope {
    const inner = new Map(this.slots);
    for (const name of names) inner.set(name, this.width.slots++);
    return new Scope(inner, this.width, this.aggregates);
  }

  withAggregates(calls: readonly Call[]): Scope {
    return new Scope(new Map(this.slots), this.width, new Map(calls.map((call) => [call, this.width.slots++])));
  }
}
