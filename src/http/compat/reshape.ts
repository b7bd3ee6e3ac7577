import type { JsonObject } from './json.js';

/** The parts of a request that an answer depends on. */
export interface Asked {
  /** Of our operation. */
  readonly path: string;
  /** As it was sent. */
  readonly query: URLSearchParams;
}

/** Turns one item of our answer, with absent values in their form already, into one of the reference product. */
export type ReshapeItem = (item: JsonObject, asked: Asked) => JsonObject;

/** For items that differ only in how absent values are written. */
export const recordAnswer: ReshapeItem = (item) => item;
