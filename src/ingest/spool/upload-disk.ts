import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { InsufficientStorageError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';

/** Sizes of a file system in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

const leastReserve = 1_000_000_000;
const reservedShare = 0.05;

/** Bytes that an upload without a known size reserves at a time, and that it writes between two checks of the disk. */
const stepBytes = 8_388_608;

interface Reservation {
  /** Bytes that the upload may still write. */
  readonly left: number;
  /** Bytes written since the last check of the disk. */
  readonly written: number;
}

const nothing: Reservation = { left: 0, written: 0 };

/**
 * The disk of the spool. A share of it stays free for other programs, such as the database. Uploads of this process reserve
 * the bytes that they may still write, so that together they do not use that share.
 */
@Injectable()
export class UploadDisk {
  private readonly reserve: number;
  /** By spool key. */
  private readonly reservations = new Map<string, Reservation>();
  private lastCheck: Promise<void> = Promise.resolve();

  constructor({ uploadDiskReserveBytes }: Settings) {
    this.reserve = uploadDiskReserveBytes;
  }

  /**
   * Call before each write. Checks the disk if the reservation of the upload is too small, and every 8 MiB.
   * @param bytes of the next write
   * @param reserved bytes of a new reservation, if that is more
   * @throws InsufficientStorageError if all reservations together would leave less than the reserve
   */
  async requireRoom(folder: string, upload: string, bytes: number, reserved = stepBytes): Promise<void> {
    const { left, written } = this.reservationOf(upload);
    const isReserved = left >= bytes;
    if (isReserved && written < stepBytes) return;
    // One check at a time, so that each sees the reservations of the checks before it.
    const check = this.lastCheck.then(() => this.check(folder, upload, isReserved ? left : Math.max(bytes, reserved)));
    this.lastCheck = check.catch(() => {});
    await check;
  }

  written(upload: string, bytes: number): void {
    const { left, written } = this.reservationOf(upload);
    this.reservations.set(upload, { left: Math.max(0, left - bytes), written: written + bytes });
  }

  /** Call at the end of the upload, also after an error. */
  release(upload: string): void {
    this.reservations.delete(upload);
  }

  async spaceOf(folder: string): Promise<DiskSpace> {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  }

  private async check(folder: string, upload: string, bytes: number): Promise<void> {
    // Summed up before the disk is checked. Otherwise bytes written meanwhile would be neither reserved nor missing from the free space.
    const all = [...this.reservations.values()].reduce((sum, { left }) => sum + left, 0);
    const others = all - this.reservationOf(upload).left;
    const { free, total } = await this.spaceOf(folder);
    const reserve = this.reserve || Math.max(leastReserve, Math.floor(total * reservedShare));
    if (free - reserve < others + bytes) {
      const taken = others > 0 ? `${others} bytes of it are reserved for other uploads, ` : '';
      const kept = `${taken}${reserve} bytes of it stay free (UPLOAD_DISK_RESERVE_BYTES)`;
      throw noRoomError(`the disk has no room for ${bytes} bytes; ${kept}`);
    }
    this.reservations.set(upload, { left: bytes, written: 0 });
  }

  private reservationOf(upload: string): Reservation {
    return this.reservations.get(upload) ?? nothing;
  }
}

export function noRoomError(reason: string): InsufficientStorageError {
  return new InsufficientStorageError(`${reason}; nothing of the file is kept`);
}
