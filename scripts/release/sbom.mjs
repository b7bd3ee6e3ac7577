import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { root } from '../project.mjs';
import { licencesOf, pagePackages, productionPackages } from './licences.mjs';
import { projectManifest } from './package.mjs';

/**
 * Returns the software bill of materials of a production installation as CycloneDX JSON, made by npm. npm omits packages that development
 * packages use too (`npm sbom --omit dev`), so it reads a lock file without development packages.
 */
export async function sbom() {
  const parent = mkdtempSync(join(tmpdir(), 'graphward-sbom-'));
  try {
    // npm takes the name of the product from the folder.
    const folder = join(parent, 'graphward');
    mkdirSync(folder);
    const { devDependencies: _, ...manifest } = projectManifest();
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { devDependencies: __, ...project } = lock.packages[''];
    const dependencies = { ...manifest.dependencies, ...versionsOfPage() };
    const packages = { '': { ...project, dependencies }, ...withLicences(productionPackages()) };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
    const options = { cwd: folder, maxBuffer: 2 ** 26, shell: process.platform === 'win32' };
    const { stdout } = await promisify(execFile)('npm', words, options);
    return checked(JSON.parse(stdout));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The page contains packages for development, which npm leaves out. */
function versionsOfPage() {
  const packages = productionPackages();
  return Object.fromEntries(
    pagePackages().map((folder) => [folder.replace('node_modules/', ''), packages[folder].version]),
  );
}

/** Packages whose licence npm does not find. */
function withLicences(packages) {
  const licences = licencesOf(packages);
  const entries = Object.entries(packages);
  return Object.fromEntries(
    entries.map(([folder, it], at) => [folder, { ...it, dev: false, license: licences[at].licence }]),
  );
}

/** @throws Error if a package of the installation is missing */
function checked(document) {
  const listed = new Set(document.components.map(({ name, version }) => `${name}@${version}`));
  const missing = licencesOf(productionPackages()).filter(({ name, version }) => !listed.has(`${name}@${version}`));
  if (missing.length === 0) return document;
  throw new Error(`npm sbom leaves out ${missing.map(({ name, version }) => `${name}@${version}`).join(', ')}`);
}
