import type { Changes } from '../graph/records.js';
import type { FormatName } from './payloads/payload-format.js';

/** A defect of a file, with its place. The field, record or rest of the file with the defect is left out. */
export interface IngestFault {
  /** The file; for an entry of a ZIP the path of the ZIP, `!` and the name inside. */
  readonly path: string;
  /** The list of records: `data`, `graph.nodes`, `graph.edges`; null for the whole file. */
  readonly list: string | null;
  /** Index of the record in its list; null for the whole file. */
  readonly record: number | null;
  /** `Members[3].ObjectIdentifier`; null for the whole record. */
  readonly field: string | null;
  readonly reason: string;
}

/**
 * `complete`: read to its end, though records with faults may be left out. `incomplete`: reading stopped at a fault; the
 * records before it are in the graph, see `changes`. `failed`: it could not be read, and nothing was written.
 */
export const fileStatuses = ['complete', 'incomplete', 'failed'] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** The result of one payload: a file, or an entry of a ZIP. */
export interface FileReport {
  readonly path: string;
  readonly status: FileStatus;
  readonly format: FormatName | null;
  /** `users`, `azure` ..., `graph`; null if unknown. */
  readonly type: string | null;
  /** Number of records, including records with faults. */
  readonly records: number;
  /** Number of described nodes and stated edges by kind. One that several records state counts several times. */
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
  /** Number of records of unsupported kinds, by kind. */
  readonly ignored: Readonly<Record<string, number>>;
  /** Number of described nodes by the object id of their domain or tenant, then by kind. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Changes of the graph; null if nothing was written. */
  readonly changes: Changes | null;
  /** Number of all faults; {@link faults} contains the first ones. */
  readonly faultCount: number;
  readonly faults: readonly IngestFault[];
}

export interface IngestReport {
  readonly files: readonly FileReport[];
  /** Whether all files are `complete`. */
  readonly complete: boolean;
}
