import { propertyFlags } from '../store/edge-flag.js';
import type { Properties, PropertyValue } from '../records.js';

export interface PropertyBits {
  readonly flags: number;
  /** Which of the bits were said at all. */
  readonly said: number;
  /** What is no bit; null: nothing. */
  readonly others: Properties | null;
}

/** Separates the booleans of an edge that are kept as bits from its other properties. */
export function propertyBits(properties: Properties): PropertyBits {
  let flags = 0;
  let said = 0;
  let others: [string, PropertyValue][] | null = null;
  for (const key of Object.keys(properties)) {
    const value = properties[key];
    if (value === undefined) continue;
    const bit = typeof value === 'boolean' ? propertyFlags.get(key) : undefined;
    if (bit === undefined) {
      (others ??= []).push([key, value]);
    } else {
      said |= bit;
      if (value) flags |= bit;
    }
  }
  return { flags, said, others: others && Object.fromEntries(others) };
}
