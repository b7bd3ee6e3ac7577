import type { Settings } from '../../base/config/settings.js';

/** Injection token of the limits. */
export const READ_LIMITS = Symbol('READ_LIMITS');

/** Limits for one file: plain data, which threads receive. A fault names the limit and its setting. */
export type ReadLimits = Readonly<ReturnType<typeof readLimitsOf>>;

export function readLimitsOf({
  maxJsonDepth,
  maxStringLength,
  maxRecordBytes,
  maxZipEntries,
  maxZipRatio,
  maxUnpackedBytes,
  maxZipNesting,
  maxKindsPerUpload,
  maxKindsPerAccount,
}: Settings) {
  return {
    maxJsonDepth,
    maxStringLength,
    maxRecordBytes,
    maxZipEntries,
    maxZipRatio,
    /** Unpacked bytes from which `maxZipRatio` holds, because small texts may compress well. */
    ratioFromBytes: 16 * 1024 ** 2,
    maxUnpackedBytes,
    maxZipNesting,
    maxKindsPerUpload,
    maxKindsPerAccount,
  };
}
