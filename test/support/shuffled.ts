import type { Random } from '../../demo/generator/random.js';

/** The same in an order that chance says. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const placed = list.map((it) => ({ it, place: random.next() }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ it }) => it);
}
