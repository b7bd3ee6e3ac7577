import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version that package.json states. */
export function productVersion(): string {
  return manifest(import.meta.dirname)?.version ?? 'unknown';
}

/** The folder of package.json. @throws Error if there is none, as in a copy of `dist` alone */
export function projectFolder(): string {
  const found = manifest(import.meta.dirname);
  if (!found) throw new Error('there is no package.json in a folder above the program; run it inside the project');
  return found.folder;
}

/** Searches upwards, because the build has one folder more above it than the source. */
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
