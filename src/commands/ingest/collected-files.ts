import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const collectedEnding = /\.(json|zip|gz)$/i;

/**
 * The files that the words of a command name: a folder stands for the `.json`, `.zip` and `.gz` files in it, by name.
 * @throws Error where a word names nothing, neither a file nor a folder, or a folder without such files.
 */
export async function collectedFiles(words: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const word of words) {
    files.push(...(await filesOf(word)));
  }
  return files;
}

async function filesOf(word: string): Promise<string[]> {
  const found = await stat(word).catch(() => null);
  if (!found) {
    throw new Error(`${word}: there is no such file or folder`);
  }
  if (found.isFile()) {
    return [word];
  }
  if (!found.isDirectory()) {
    throw new Error(`${word}: is neither a file nor a folder`);
  }
  const files: string[] = [];
  for (const name of (await readdir(word)).filter((entry) => collectedEnding.test(entry)).toSorted()) {
    const path = join(word, name);
    if ((await stat(path).catch(() => null))?.isFile()) {
      files.push(path);
    }
  }
  if (files.length === 0) {
    throw new Error(`${word}: the folder holds no .json, .zip or .gz files`);
  }
  return files;
}
