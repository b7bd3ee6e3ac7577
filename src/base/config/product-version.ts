import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in package.json. */
export function productVersion(): string {
  return manifest(import.meta.dirname)?.version ?? 'unknown';
}

/** The folder of package.json. @throws Error if there is none, for example if only `dist` was copied */
export function projectFolder(): string {
  const folder = findProjectFolder();
  if (!folder) throw new Error('there is no package.json in a folder above the program; run it inside the project');
  return folder;
}

export function findProjectFolder(): string | undefined {
  return manifest(import.meta.dirname)?.folder;
}

/** Searches upwards, because compiled files are one folder deeper than their sources. */
function manifest(folder: string): { folder: string; version: string } | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof content === 'object' && content !== null && 'version' in content)
      return { folder, version: String(content.version) };
  } catch {
    // Not in this folder.
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : manifest(parent);
}
