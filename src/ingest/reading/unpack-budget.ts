import { PayloadError } from './payload-error.js';
import type { ReadLimits } from './read-limits.js';

/** Limits the unpacked size of one file, including all archives inside it. */
export class UnpackBudget {
  private entries = 0;
  private bytes = 0;

  constructor(readonly limits: ReadLimits) {}

  /** @throws PayloadError if there are too many entries */
  takeEntries(count: number): void {
    const { maxZipEntries } = this.limits;
    this.entries += count;
    if (this.entries > maxZipEntries) {
      throw PayloadError.refused(
        `is a ZIP with ${count} entries; at most ${maxZipEntries} of one file are read (MAX_ZIP_ENTRIES)`,
      );
    }
  }

  /** @throws PayloadError if there are too many unpacked bytes */
  takeBytes(count: number): void {
    const { maxUnpackedBytes } = this.limits;
    this.bytes += count;
    if (this.bytes > maxUnpackedBytes) {
      throw PayloadError.refused(
        `unpacks to more bytes than are read of one file, ${maxUnpackedBytes} (MAX_UNPACKED_BYTES)`,
      );
    }
  }

  /** @returns the fault of a compression ratio that is too high, or null */
  ratioFault(unpacked: number, packed: number): string | null {
    const { ratioFromBytes, maxZipRatio } = this.limits;
    const ratio = unpacked / Math.max(1, packed);
    return unpacked >= ratioFromBytes && ratio > maxZipRatio
      ? `unpacks to ${Math.round(ratio)} times its size; at most ${maxZipRatio} times is read (MAX_ZIP_RATIO)`
      : null;
  }
}
