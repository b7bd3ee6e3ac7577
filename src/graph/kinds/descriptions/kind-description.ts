import type { EdgeKindName } from '../kind-catalogue.js';

/** A kind of edges for people who defend the graph: its texts are plain sentences, which end with a full stop. */
export interface KindDescription extends Omit<KindText, 'traversable'> {
  /** Whether the start of such an edge gains control of its end. */
  readonly traversable: boolean;
}

export interface KindText {
  /** Absent: true. */
  readonly traversable?: false;
  /** The words between the names of both ends, which begin with a verb: `may copy all secrets of`. */
  readonly sentence: string;
  /** The source that states the edge, or the conditions from which it follows. */
  readonly rule: string;
  readonly meaning: string;
  readonly danger: string;
  /** How logs show its use. */
  readonly detection: string;
  /** How to remove it. */
  readonly remediation: string;
  /** Addresses of public documents. */
  readonly references: readonly string[];
  /** A small graph from which the rule derives the edge. */
  readonly example?: KindExample;
}

export interface KindExample {
  /** Start, kind and end of each edge. A name may have a property after a colon: `WEB: no approval`. */
  readonly edges: readonly (readonly [start: string, kind: EdgeKindName, end: string])[];
  /** Start and end of the derived edge; names as in `edges`. */
  readonly derived: readonly [start: string, end: string];
}

/** Kinds that belong together. */
export type KindFamily = { readonly [Name in EdgeKindName]?: KindText };
