import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';

const folder = 'dist/ui';
const KILOBYTE = 1000;

export function describeSize(): void {
  it('is small: 40 kB until the first view, 48 kB with Explore, 190 kB in all, compressed', () => {
    const files = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const first = withImports(files.filter((name) => html.includes(name) || name.startsWith('find-')));
    expect(first.length).toBeGreaterThanOrEqual(3);
    expect(sizeOf(first) + gzipSync(html).length).toBeLessThanOrEqual(40 * KILOBYTE);
    const explore = withImports(files.filter((name) => html.includes(name) || name.startsWith('explore-')));
    expect(sizeOf(explore) + gzipSync(html).length).toBeLessThanOrEqual(48 * KILOBYTE);
    // A screen is loaded when it is opened. Charts alone are 23 kB, QR codes and passkeys 8 kB.
    expect(sizeOf(files)).toBeLessThanOrEqual(190 * KILOBYTE);
  });
}

/** Files that are loaded with these. */
function withImports(names: readonly string[]): string[] {
  const all = new Set(names);
  // The set grows while it is read.
  for (const name of all)
    for (const [, imported = ''] of contentOf(name)
      .toString()
      .matchAll(/(?:from|import)\s*["`]\.\/([^"`]+)["`]/g))
      all.add(imported);
  return [...all];
}

function sizeOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(contentOf(name), { level: 9 }).length, 0);
}

function contentOf(name: string): Buffer {
  return readFileSync(join(folder, 'assets', name));
}
