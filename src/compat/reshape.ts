import type { JsonObject } from './json.js';

/** What of a request an answer depends on. */
export interface Asked {
  /** In our words. */
  readonly path: string;
  /** As it was sent. */
  readonly query: URLSearchParams;
}

/** From what we answer to what the reference product does, for one item whose absent values are plain already. */
export type ReshapeItem = (item: JsonObject, asked: Asked) => JsonObject;

/** Where the two differ in nothing but how absent values are written. */
export const recordAnswer: ReshapeItem = (item) => item;
