import type { Settings } from '../../base/config/settings.js';

/** Where the limits are found by Nest. */
export const READ_LIMITS = Symbol('READ_LIMITS');

/** What a file may cost its reader; passing a limit is a fault that names it and its setting. */
export interface ReadLimits {
  /** Nesting of one record; deeper ones are left out. MAX_JSON_DEPTH */
  readonly maxDepth: number;
  /** UTF-16 units of one text or key of a record; longer ones are left out, the rest of the record stands. MAX_STRING_LENGTH */
  readonly maxStringLength: number;
  /** Bytes of one record as JSON text; larger ones are left out. A group with half a million members has about 55 MB. MAX_RECORD_BYTES */
  readonly maxRecordBytes: number;
  /** Entries of a ZIP, with those of the ZIPs inside it. MAX_ZIP_ENTRIES */
  readonly maxZipEntries: number;
  /**
   * Bytes that a ZIP, an entry of one or a gzip file gives for each byte it takes, looked at above {@link ratioFromBytes} only: tiny
   * texts compress by chance. MAX_ZIP_RATIO
   */
  readonly maxZipRatio: number;
  readonly ratioFromBytes: number;
  /** Bytes that one file gives unpacked, in all. MAX_UNPACKED_BYTES */
  readonly maxUnpackedBytes: number;
  /** ZIP and gzip files around a payload, one in the other. MAX_ZIP_NESTING */
  readonly maxNesting: number;
}

const MIB = 1024 ** 2;
const RATIO_FROM_BYTES = 16 * MIB;

export const defaultReadLimits: ReadLimits = {
  maxDepth: 64,
  maxStringLength: MIB,
  maxRecordBytes: 64 * MIB,
  maxZipEntries: 10_000,
  maxZipRatio: 250,
  ratioFromBytes: RATIO_FROM_BYTES,
  maxUnpackedBytes: 64 * 1024 * MIB,
  maxNesting: 2,
};

export function readLimitsOf(settings: Settings): ReadLimits {
  return {
    maxDepth: settings.maxJsonDepth,
    maxStringLength: settings.maxStringLength,
    maxRecordBytes: settings.maxRecordBytes,
    maxZipEntries: settings.maxZipEntries,
    maxZipRatio: settings.maxZipRatio,
    ratioFromBytes: RATIO_FROM_BYTES,
    maxUnpackedBytes: settings.maxUnpackedBytes,
    maxNesting: settings.maxZipNesting,
  };
}
