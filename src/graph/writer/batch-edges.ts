import type { Properties } from '../records.js';
import type { Details } from '../store/list-row.js';
import { propertyBits } from './property-bits.js';

/** The edges of a batch as arrays of numbers: an object for each edge would double the work of the garbage collector. */
export class BatchEdges {
  /** Indexes of objects. */
  readonly sources: number[] = [];
  readonly targets: number[] = [];
  /** Indexes of names of kinds. */
  readonly kinds: number[] = [];
  readonly flags: number[] = [];
  /** The flags that are stated, as true or false. */
  readonly masks: number[] = [];
  /** By index of the edge: the properties that are no flags. */
  readonly details = new Map<number, Details>();

  get length(): number {
    return this.sources.length;
  }

  add(source: number, kind: number, target: number, properties: Properties): void {
    const { flags, mask, details } = propertyBits(properties);
    if (details) this.details.set(this.length, details);
    this.sources.push(source);
    this.targets.push(target);
    this.kinds.push(kind);
    this.flags.push(flags);
    this.masks.push(mask);
  }
}
