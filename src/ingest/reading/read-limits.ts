import type { Settings } from '../../base/config/settings.js';

/** Injection token of the limits. */
export const READ_LIMITS = Symbol('READ_LIMITS');

/** Limits for one file. A fault names the limit and its setting. */
export interface ReadLimits {
  /** Nesting of one record. Deeper records are left out. MAX_JSON_DEPTH */
  readonly maxDepth: number;
  /** UTF-16 units of one text or key of a record. Longer ones are left out. MAX_STRING_LENGTH */
  readonly maxStringLength: number;
  /** Bytes of one record as JSON. Larger records are left out. A group with half a million members has 55 MB. MAX_RECORD_BYTES */
  readonly maxRecordBytes: number;
  /** Entries of a ZIP, including ZIPs inside it. MAX_ZIP_ENTRIES */
  readonly maxZipEntries: number;
  /**
   * Unpacked bytes for each packed byte of an archive or entry. Checked above {@link ratioFromBytes} only, because small texts may
   * compress well. MAX_ZIP_RATIO
   */
  readonly maxZipRatio: number;
  readonly ratioFromBytes: number;
  /** Unpacked bytes of one file. MAX_UNPACKED_BYTES */
  readonly maxUnpackedBytes: number;
  /** Archives around a payload. MAX_ZIP_NESTING */
  readonly maxNesting: number;
  /** New kinds of nodes and edges by one upload. Records with others are left out. MAX_KINDS_PER_UPLOAD */
  readonly maxKindsPerUpload: number;
  /** Kinds that all uploads of an account, or of a client, have added and that are still in use. MAX_KINDS_PER_ACCOUNT */
  readonly maxKindsPerAccount: number;
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
  maxKindsPerUpload: 3000,
  maxKindsPerAccount: 6000,
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
    maxKindsPerUpload: settings.maxKindsPerUpload,
    maxKindsPerAccount: settings.maxKindsPerAccount,
  };
}
