/** What a payload may cost its reader; passing a limit is a fault that names it. */
export interface ReadLimits {
  /** Nesting of one record; deeper ones are left out. */
  readonly maxDepth: number;
  /** Bytes of one record as JSON text; larger ones are left out. A group with half a million members has about 55 MB. */
  readonly maxRecordBytes: number;
  readonly maxZipEntries: number;
  /** Bytes an entry of a ZIP gives for each byte it takes, looked at above {@link zipRatioFromBytes} only: tiny texts compress by chance. */
  readonly maxZipRatio: number;
  readonly zipRatioFromBytes: number;
  /** Bytes of all entries of a ZIP together, unpacked. */
  readonly maxZipBytes: number;
}

const MIB = 1024 ** 2;

export const defaultReadLimits: ReadLimits = {
  maxDepth: 64,
  maxRecordBytes: 64 * MIB,
  maxZipEntries: 10_000,
  maxZipRatio: 250,
  zipRatioFromBytes: 16 * MIB,
  maxZipBytes: 64 * 1024 * MIB,
};
