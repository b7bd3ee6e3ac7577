import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from '../project.mjs';

/**
 * Verifies that a tag, package.json, package-lock.json and CHANGELOG.md name the same version. Without a tag it takes the tag of the current
 * commit, and if there is none it compares the files.
 * @returns the exit code
 */
export function checkVersion([tag = tagOfCommit()]) {
  const faults = versionFaults(projectFiles(), tag);
  for (const fault of faults) say(`release: ${fault}`);
  const { version } = JSON.parse(projectFiles().manifest);
  if (faults.length === 0) say(`release: ${version} is the version of all files${tag ? ` and of the tag ${tag}` : ''}`);
  return faults.length === 0 ? 0 : 1;
}

/** The files that name the version, as texts. */
export function projectFiles() {
  const [manifest, lock, changelog] = ['package.json', 'package-lock.json', 'CHANGELOG.md'].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  );
  return { manifest, lock, changelog };
}

/** @returns one line for each file or tag that names another version */
export function versionFaults({ manifest, lock, changelog }, tag) {
  const { version } = JSON.parse(manifest);
  const locked = JSON.parse(lock);
  const faults = [];
  if (tag && tag !== `v${version}`)
    faults.push(`the tag is ${tag} and package.json has ${version}: v${version} is right`);
  if (locked.version !== version || locked.packages[''].version !== version)
    faults.push(`package-lock.json has ${locked.version} and package.json ${version}: npm install --package-lock-only`);
  const [, newest, date] = /^## \[(\d+\.\d+\.\d+[^\]]*)\](?: - (\S+))?/m.exec(changelog) ?? [];
  if (newest !== version || !/^\d{4}-\d\d-\d\d$/.test(date ?? ''))
    faults.push(`CHANGELOG.md needs the heading "## [${version}] - YYYY-MM-DD" before other versions`);
  return faults;
}

/**
 * The notes of a release: the section of its version in CHANGELOG.md.
 * @throws Error if there is no section, or an empty one
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m);
  const section = sections.find((it) => it.startsWith(`[${version}]`));
  const [heading = '', ...lines] = section?.split('\n') ?? [];
  const text = lines.join('\n').trim();
  if (text === '') throw new Error(`CHANGELOG.md has no text for ${version}`);
  return `# Graphward ${heading.replaceAll(/[[\]]/g, '')}\n\n${text}\n`;
}

function tagOfCommit() {
  const words = ['tag', '--points-at', 'HEAD', '--list', 'v*'];
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n')[0] || undefined;
}
