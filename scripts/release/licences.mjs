import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

/** Licences whose terms a program under Apache-2.0 can meet by passing on their text. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Packages whose package.json names no licence, and the file that has it. */
const stated = {
  pause: 'MIT', // in its Readme.md
};

/**
 * The packages of a production installation and of the page, by their folder, as in package-lock.json. Packages of other platforms are
 * included.
 */
export function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const ofPage = new Set(pagePackages());
  const isShipped = ([folder, { dev }]) => folder !== '' && (!dev || ofPage.has(folder));
  return Object.fromEntries(Object.entries(packages).filter(isShipped));
}

/** The folders of the packages that the build of the page has put into its files. */
export function pagePackages() {
  return JSON.parse(readFileSync(join(root, 'dist/ui-packages.json'), 'utf8'));
}

/** @returns every package as `{ name, version, licence }`; the licence is null if it is unknown */
export function licencesOf(packages) {
  return Object.entries(packages).map(([folder, entry]) => {
    const name = entry.name ?? nameOf(folder);
    return { name, version: entry.version, licence: entry.license ?? declared(folder) ?? stated[name] ?? null };
  });
}

/** @returns one line for each package that must not be shipped */
export function licenceFaults(licences) {
  return licences.flatMap(({ name, version, licence }) => {
    if (licence === null) return [`${name}@${version}: its licence is unknown`];
    return isPermitted(licence) ? [] : [`${name}@${version}: ${licence} is not a permitted licence`];
  });
}

/** An expression of SPDX: one of several by OR, all by AND. */
function isPermitted(licence) {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((it) => it.split(' AND ').every((one) => permitted.has(one.trim())));
}

/** Older packages have a list. */
function declared(folder) {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** The names, versions and texts of the licences of installed packages. */
export function thirdPartyNotices(folders) {
  const packages = productionPackages();
  const chosen = Object.fromEntries(folders.map((folder) => [folder, packages[folder]]));
  const missing = folders.filter((folder) => !packages[folder]);
  if (missing.length > 0) throw new Error(`development packages are bundled: ${missing.join(', ')}`);
  const notices = licencesOf(chosen).map(({ name, version, licence }, at) =>
    [`${name}@${version}`, `Licence: ${licence}`, ...texts(folders[at])].join('\n\n'),
  );
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function texts(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
}

function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
