import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, say } from '../project.mjs';
import { licenceFaults, licencesOf, productionPackages } from './licences.mjs';
import { makePackage, packageFile, projectManifest, releaseFolder } from './package.mjs';
import { sbom } from './sbom.mjs';
import { checkVersion, projectFiles, releaseNotes } from './version.mjs';

/**
 * Writes a release to its folder: the package, its bill of materials, the licences, the notes and the checksums.
 * @param words the tag, such as v1.2.3, by default the tag of the current commit; or --unreleased, to try it before there is a version
 * @returns the exit code
 */
export async function release(words) {
  const isTrial = words.includes('--unreleased');
  const faults = licenceFaults(licencesOf(productionPackages()));
  for (const fault of faults) say(`release: ${fault}`);
  if (faults.length > 0 || (!isTrial && checkVersion(words) !== 0)) return 1;
  rmSync(join(root, releaseFolder), { recursive: true, force: true });
  const code = await makePackage();
  if (code !== 0) return code;
  const { version } = projectManifest();
  const made = {
    [`graphward-${version}.cdx.json`]: `${JSON.stringify(await sbom(), null, 2)}\n`,
    'LICENCES.md': licenceTable(),
    'NOTES.md': releaseNotes(projectFiles().changelog, isTrial ? 'Unreleased' : version),
  };
  for (const [name, text] of Object.entries(made)) writeFileSync(join(root, releaseFolder, name), text);
  writeFileSync(join(root, releaseFolder, 'SHA256SUMS'), checksums([basename(packageFile()), ...Object.keys(made)]));
  say(`release: ${releaseFolder} has ${[basename(packageFile()), ...Object.keys(made), 'SHA256SUMS'].join(', ')}`);
  return 0;
}

function licenceTable() {
  const licences = licencesOf(productionPackages());
  const rows = licences.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return ['| package | version | licence |', '| --- | --- | --- |', ...new Set(rows)].join('\n') + '\n';
}

/** In the form of `sha256sum --check`. */
function checksums(names) {
  return names.map((name) => `${sha256(join(root, releaseFolder, name))}  ${name}\n`).join('');
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
