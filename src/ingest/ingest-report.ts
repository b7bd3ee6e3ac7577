import type { Changes } from '../graph/records.js';
import type { FormatName } from './payload-format.js';

/** Something that was left out, and where it lies. */
export interface IngestFault {
  /** The file; for an entry of a ZIP the path of the ZIP, `!` and the name inside. */
  readonly path: string;
  /** The list of records: `data`, `graph.nodes`, `graph.edges`; null: the file as a whole. */
  readonly list: string | null;
  /** Index of the record in its list; null: the file as a whole. */
  readonly record: number | null;
  /** `Members[3].ObjectIdentifier`; null: the record as a whole. */
  readonly field: string | null;
  readonly reason: string;
}

/**
 * `complete`: read to its end, whatever single records were left out. `incomplete`: the text broke off, or turned out to be no such file;
 * what was written before is in the graph, as `changes` tells. `failed`: it could not be read, and nothing of it was written.
 */
export const fileStatuses = ['complete', 'incomplete', 'failed'] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** What became of one file, or of one entry of a ZIP. */
export interface FileReport {
  readonly path: string;
  readonly status: FileStatus;
  readonly format: FormatName | null;
  /** `users`, `azure` ..., `graph`; null where it could not be told. */
  readonly type: string | null;
  /** Records read, whether or not something came of them. */
  readonly records: number;
  /** Nodes that records describe and edges that they state, by kind; what several records state counts several times. */
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
  /** Records of kinds in which there is nothing to convert, by kind. */
  readonly ignored: Readonly<Record<string, number>>;
  /** Nodes that records describe, by the object id of the domain or tenant that they say they belong to, then by kind. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What the graph did not hold before; null where nothing was written. */
  readonly changes: Changes | null;
  /** All faults; {@link faults} has the first ones only. */
  readonly faultCount: number;
  readonly faults: readonly IngestFault[];
}

export interface IngestReport {
  readonly files: readonly FileReport[];
  /** True where no file failed or broke off. */
  readonly complete: boolean;
}
