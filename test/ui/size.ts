import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';

const folder = 'dist/ui';
const KILOBYTE = 1000;

export function describeSize(): void {
  it('is small: 40 kB until the first view, 120 kB in all, compressed', () => {
    const files = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const first = files.filter((name) => html.includes(name) || name.startsWith('find-'));
    expect(first).toHaveLength(3);
    expect(sizeOf(first.map((name) => `assets/${name}`)) + gzipSync(html).length).toBeLessThanOrEqual(40 * KILOBYTE);
    expect(sizeOf(files.map((name) => `assets/${name}`))).toBeLessThanOrEqual(120 * KILOBYTE);
  });
}

function sizeOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
}
