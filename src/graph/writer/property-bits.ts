import { propertyFlags } from '../store/edge-flag.js';
import type { Properties, PropertyValue } from '../records.js';

interface PropertyBits {
  readonly flags: number;
  /** Flags that are stated, as true or false. */
  readonly mask: number;
  /** Other properties; null if there are none. */
  readonly details: Properties | null;
}

/** Separates the booleans of an edge that are stored as flags from its other properties. */
export function propertyBits(properties: Properties): PropertyBits {
  let flags = 0;
  let mask = 0;
  let details: [string, PropertyValue][] | null = null;
  for (const key in properties) {
    const value = properties[key];
    if (value === undefined) continue;
    const bit = typeof value === 'boolean' ? propertyFlags.get(key) : undefined;
    if (bit === undefined) {
      (details ??= []).push([key, value]);
    } else {
      mask |= bit;
      if (value) flags |= bit;
    }
  }
  return { flags, mask, details: details && Object.fromEntries(details) };
}
