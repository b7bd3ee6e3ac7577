import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../error-message.js';

/**
 * Makes a folder that a setting names, and the folders above it. `mkdir` of Node with `recursive` repeats itself for ever if the system
 * says ENOENT although the parent exists, as /proc and folders of an automounter do.
 * @returns whether the folder was made; false: it exists
 */
export async function makeFolder(folder: string, mode: number): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await isFolder(folder))) return false;
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder || (await isFolder(parent))) throw error;
    await makeFolder(parent, mode);
    return makeFolder(folder, mode);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (it) => it.isDirectory(),
    () => false,
  );
}
