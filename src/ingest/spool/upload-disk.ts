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

/** What an upload reserves at a time if it does not announce its size, and what it writes between two looks at the disk. */
const stepBytes = 8_388_608;

interface Reservation {
  /** Bytes that the upload may still write. */
  readonly left: number;
  /** Bytes that it has written since the last look at the disk. */
  readonly written: number;
}

const nothing: Reservation = { left: 0, written: 0 };

/**
 * The disk of the spool. A share of it stays free for its other users, such as the database. What uploads of this instance may still
 * write is reserved, so that together they keep off that share.
 */
@Injectable()
export class UploadDisk {
  private readonly reserve: number;
  /** By upload. */
  private readonly reservations = new Map<string, Reservation>();
  private lastCheck: Promise<void> = Promise.resolve();

  constructor({ uploadDiskReserveBytes }: Settings) {
    this.reserve = uploadDiskReserveBytes;
  }

  /**
   * Call before each write. Looks at the disk if the reservation of the upload is too small, and every 8 MiB.
   * @param bytes that are about to be written
   * @param reserved bytes of a new reservation, if they are more
   * @throws InsufficientStorageError if all reservations together would leave less than the reserve
   */
  async requireRoom(folder: string, upload: string, bytes: number, reserved = stepBytes): Promise<void> {
    const { left, written } = this.reservationOf(upload);
    const isReserved = left >= bytes;
    if (isReserved && written < stepBytes) return;
    // One after the other: a check sees what those before it have reserved, and nothing that is refused.
    const check = this.lastCheck.then(() => this.check(folder, upload, isReserved ? left : Math.max(bytes, reserved)));
    this.lastCheck = check.catch(() => {});
    await check;
  }

  written(upload: string, bytes: number): void {
    const { left, written } = this.reservationOf(upload);
    this.reservations.set(upload, { left: Math.max(0, left - bytes), written: written + bytes });
  }

  /** Call when the upload is over, however it ended. */
  release(upload: string): void {
    this.reservations.delete(upload);
  }

  async spaceOf(folder: string): Promise<DiskSpace> {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  }

  private async check(folder: string, upload: string, bytes: number): Promise<void> {
    // Before the look: what others write meanwhile would otherwise be neither reserved nor missing in what is free.
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
