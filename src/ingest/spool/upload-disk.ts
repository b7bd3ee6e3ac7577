import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { InsufficientStorageError } from '../../common/errors.js';
import { Settings } from '../../config/settings.js';

/** Sizes of a file system in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

const leastReserve = 1_000_000_000;
const reservedShare = 0.05;

/** The disk of the spool. A share of it stays free for its other users, such as the database. */
@Injectable()
export class UploadDisk {
  private readonly reserve: number;

  constructor({ uploadDiskReserveBytes }: Settings) {
    this.reserve = uploadDiskReserveBytes;
  }

  /**
   * @param bytes that are still to be written
   * @throws InsufficientStorageError if they would leave less than the reserve
   */
  async requireRoom(folder: string, bytes: number): Promise<void> {
    const { free, total } = await this.spaceOf(folder);
    const reserve = this.reserve || Math.max(leastReserve, Math.floor(total * reservedShare));
    if (free - reserve >= bytes) return;
    const kept = `${reserve} bytes of it stay free (UPLOAD_DISK_RESERVE_BYTES)`;
    throw noRoomError(bytes > 0 ? `the disk has no room for ${bytes} bytes; ${kept}` : `the disk is full; ${kept}`);
  }

  async spaceOf(folder: string): Promise<DiskSpace> {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  }
}

export function noRoomError(reason: string): InsufficientStorageError {
  return new InsufficientStorageError('storage', `${reason}; nothing of the file is kept`);
}
