/** Described nodes and edges of a record by their kinds, for reports. */
export interface RecordCounts {
  readonly nodes: ReadonlyMap<string, number>;
  readonly edges: ReadonlyMap<string, number>;
  /** Whether the first described node counts in the environment that the graph stores for it. */
  readonly inEnvironment: boolean;
}

/** By what a record is known when it comes again. */
export interface RecordIdentity {
  /** What the collector calls it: one object may have a record of each type. */
  readonly type: string;
  /** 32 hexadecimal digits over its bytes and what gives them a meaning; null: the record is never passed over. */
  readonly digest: string | null;
  readonly counts: RecordCounts;
}

const none: ReadonlyMap<string, number> = new Map();

/** Of a record that is never passed over. */
export const noIdentity: RecordIdentity = {
  type: '',
  digest: null,
  counts: { nodes: none, edges: none, inEnvironment: false },
};
