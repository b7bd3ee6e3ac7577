import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram, say } from '../project.mjs';
import { bundle, packagesOutside } from './bundle.mjs';
import { pagePackages, productionPackages, thirdPartyNotices } from './licences.mjs';

const FOLDER = 'dist/package';

/** Where a release is written; not committed. */
export const releaseFolder = 'dist/release';

/** Files of the project that the package contains, beside the program. */
const files = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'docs', 'scripts/graphward.sh'];

/** Writes the package `graphward-X.Y.Z.tgz` of the built program to the folder of releases. @returns the exit code */
export async function makePackage() {
  const manifest = packedManifest();
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  const packages = await bundle(join(root, FOLDER, 'program'));
  const write = (name, text) => writeFileSync(join(root, FOLDER, name), text);
  write('THIRD-PARTY-NOTICES.txt', thirdPartyNotices([...packages, ...pagePackages()]));
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of files) cpSync(join(root, file), join(root, FOLDER, file), { recursive: true });
  mkdirSync(join(root, releaseFolder), { recursive: true });
  const words = ['pack', join(root, FOLDER), '--pack-destination', releaseFolder, '--silent'];
  const code = await runProgram('npm', words, { stdio: ['ignore', 'ignore', 2], shell: process.platform === 'win32' });
  if (code === 0) say(`made ${packageFile()}`);
  return code;
}

/** The file that {@link makePackage} writes, from the root of the project. */
export function packageFile() {
  return join(releaseFolder, `graphward-${projectManifest().version}.tgz`);
}

export function projectManifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** An installation gets the very versions that were tested. The package has no scripts: npm runs none of it. */
export function packedManifest() {
  const { name, version, description, license, private: isPrivate, type, engines } = projectManifest();
  const packages = productionPackages();
  const dependencies = packagesOutside.map((it) => [it, packages[`node_modules/${it}`].version]);
  return {
    name,
    version,
    description,
    license,
    private: isPrivate,
    type,
    engines,
    bin: { graphward: 'program/graphward.js' },
    dependencies: Object.fromEntries(dependencies),
  };
}
