import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly folder: string;
  /** Bytes. */
  readonly free: number;
  readonly total: number;
}

/** The disk of a folder, or of the folder in which it will be created. */
export async function spaceAt(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(existingAbove(folder));
  return { folder, free: bavail * bsize, total: blocks * bsize };
}

export function existingAbove(path: string): string {
  return existsSync(path) ? path : existingAbove(dirname(path));
}
