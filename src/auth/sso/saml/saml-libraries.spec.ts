import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** The first versions without known ways around signatures. */
const least = {
  '@node-saml/node-saml': [5, 1, 0],
  'xml-crypto': [6, 0, 1],
  '@xmldom/xmldom': [0, 8, 10],
} as const;

const require = createRequire(import.meta.url);

/** As the library for SAML finds the package. */
function versionOf(name: string): number[] {
  const library = createRequire(require.resolve('@node-saml/node-saml'));
  for (let folder = dirname(library.resolve(name)); ; folder = dirname(folder)) {
    try {
      const { name: found, version }: { name?: string; version?: string } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      if (found === name && version !== undefined) return version.split('.').map(Number);
    } catch {
      // The package.json is further up.
    }
    if (folder === dirname(folder)) throw new Error(`there is no package.json of ${name}`);
  }
}

describe('the libraries that verify signatures', () => {
  it.each(Object.entries(least))('%s is not older than known ways around it', (name, version) => {
    const found = versionOf(name);
    const first = found.findIndex((part, index) => part !== version[index]);
    expect(first === -1 || found[first]! > version[first]!).toBe(true);
  });
});
