import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version that package.json states; found upwards from here, since the build lies deeper than the source. */
export function productVersion(from: string = import.meta.dirname): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  } catch {
    // Not in this folder.
  }
  const parent = dirname(from);
  return parent === from ? 'unknown' : productVersion(parent);
}
