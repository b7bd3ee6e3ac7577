import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export interface DiskSpace {
  readonly folder: string;
  /** Bytes. */
  readonly free: number;
  readonly total: number;
}

/** The disk of a folder, or of the folder in which it will be created. @param path absolute or relative */
export async function spaceAt(path: string): Promise<DiskSpace> {
  const folder = resolve(path);
  const { bavail, blocks, bsize } = await statfs(existingAbove(folder));
  return { folder, free: bavail * bsize, total: blocks * bsize };
}

export function existingAbove(path: string): string {
  return existsSync(path) ? path : existingAbove(dirname(path));
}
