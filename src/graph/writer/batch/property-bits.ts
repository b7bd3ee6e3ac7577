import { propertyFlags } from '../../store/edge-flag.js';
import type { Properties, PropertyValue } from '../../records.js';

/** The properties of an edge as they are stored. */
export interface PropertyBits {
  readonly flags: number;
  /** Flags that are stated, as true or false. */
  readonly mask: number;
  /** Other properties; null if there are none. */
  readonly details: Properties | null;
}

/** Of an edge without properties. */
export const noBits: PropertyBits = Object.freeze({ flags: 0, mask: 0, details: null });

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

/** The opposite of {@link propertyBits}. */
export function propertiesOfBits(flags: number, mask: number): Properties {
  const stated = [...propertyFlags].filter(([, bit]) => mask & bit);
  return Object.fromEntries(stated.map(([name, bit]) => [name, (flags & bit) !== 0]));
}
