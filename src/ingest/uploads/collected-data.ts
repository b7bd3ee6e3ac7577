/** What an upload brought of one domain or tenant. */
export interface CollectedEnvironment {
  /** Its object id. */
  readonly id: string;
  /** As the graph has it; the object id where the graph has none. */
  readonly name: string;
  /** Nodes that records describe, by kind; what several records describe counts several times. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Files that hold some of it, entries of ZIPs by themselves. */
  readonly files: number;
  /** Those of them that broke off. */
  readonly broken: number;
}

/** What an upload brought, without what failed as a whole. */
export interface CollectedData {
  /** All files that came. */
  readonly files: number;
  /** Those that failed as a whole, so that nobody knows of which environment they were; entries of ZIPs by themselves. */
  readonly failed: number;
  readonly environments: readonly CollectedEnvironment[];
  /** The first faults, each with its place, in the order of the files. */
  readonly faults: readonly string[];
  /** All faults. */
  readonly faultCount: number;
}
