import type { Endpoint, Properties } from './records.js';
import type { PropertyBits } from './writer/batch/property-bits.js';

/** A missing node. */
export const NOBODY = -1;

/**
 * Receives the statements of a record, one by one, because a record may have half a million. Nodes are numbers of the batch, valid
 * until the record ends, or {@link NOBODY}; lists and kinds are numbers of the catalogue.
 */
export interface Statements {
  /**
   * States a node that the record describes.
   * @param kinds an array that many nodes share is compared once
   * @param erased properties that the record states to have no value
   */
  describe(objectid: string, kinds: readonly string[], properties: Properties, erased?: readonly string[]): number;
  /** States properties of a node that the record does not describe. A description overrides them. */
  supplement(objectid: string, kinds: readonly string[], properties: Properties): number;
  /** States a node that is an end of an edge. */
  mention(objectid: string, kinds: readonly string[]): number;
  /** States an edge, or nothing if an end is missing. */
  edge(source: number, kind: number, target: number, bits?: PropertyBits): void;
  /**
   * States an edge of any kind with any properties, or nothing if an end is missing. An end that must be looked up is only allowed if all are
   * {@link deferred}.
   */
  link(source: Endpoint | null, kind: string, target: Endpoint | null, properties?: Properties): void;
  /** States that the record contains the whole list of this object, maybe an empty one. Other edges of the list are removed. */
  whole(objectid: string, list: number): void;
  /** @returns statements of a record with ends that must be looked up: its edges and lists are written after that */
  deferred(): Statements;
}
