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
    return await makeOne(folder, mode);
  } catch (error) {
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent, mode);
    return makeOne(folder, mode);
  }
}

async function makeOne(folder: string, mode: number): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return false;
    throw error;
  }
}
