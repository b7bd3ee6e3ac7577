import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { root, say } from './project.mjs';
import { makePackage, packageFile, projectManifest } from './release/package.mjs';

const MAX_MIB = 200;
const STARTING_MS = 120_000;

const password = 'a password for the package';
const [sid, user] = ['S-1-5-21-1-2-3', 'S-1-5-21-1-2-3-1104'];

/** A SharpHound file with one user. */
const collected = {
  data: [{ ObjectIdentifier: user, Properties: { name: 'ALMA@PACKAGE.EXAMPLE', domainsid: sid }, Aces: [] }],
  meta: { type: 'users', version: 6, count: 1, methods: 0 },
};

/**
 * Makes the package, installs it in an empty folder, measures it, and runs it there with the embedded PostgreSQL. Install scripts are off,
 * so that nothing can be compiled, and packages come from npm's cache if it has them.
 * @returns the exit code
 */
export async function checkPackage() {
  const code = await makePackage();
  if (code !== 0) return code;
  const folder = mkdtempSync(join(tmpdir(), 'graphward-package-'));
  try {
    await install(folder);
    reportSize(join(folder, 'node_modules'));
    await runCommands(folder);
    await runService(folder);
    say('check:package passed');
    return 0;
  } catch (error) {
    say(`check:package failed: ${error.message}`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await output(folder, 'npm', ['install', ...options, resolve(root, packageFile())]);
}

/** @throws Error if the packages take too much of the disk */
function reportSize(folder) {
  const sizes = readdirSync(folder).map((name) => [name, mebibytes(join(folder, name))]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 4);
  say(`installed: ${total.toFixed(0)} MiB; ${largest.map(([name, size]) => `${name} ${size.toFixed(0)}`).join(', ')}`);
  if (total >= MAX_MIB) throw new Error(`the installed package takes ${total.toFixed(0)} MiB, ${MAX_MIB} or more`);
}

/** Blocks of the disk, as `du` counts. Windows does not report blocks. */
function mebibytes(path) {
  const { blocks, size } = lstatSync(path);
  const own = (blocks === undefined ? size : blocks * 512) / 2 ** 20;
  if (!lstatSync(path).isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + mebibytes(join(path, name)), own);
}

async function runCommands(folder) {
  const words = ['--yes', '--prefer-offline', '--package', resolve(root, packageFile()), 'graphward', '--version'];
  const version = (await output(folder, 'npx', words)).trim();
  expect('npx graphward --version', version, projectManifest().version);
  const help = await graphward(folder, ['--help']);
  expect('the usage', help.split('\n')[0], 'Usage: graphward [options] [command]');
  writeFileSync(join(folder, 'users.json'), JSON.stringify(collected));
  const { files } = JSON.parse(await graphward(folder, ['ingest', '--json', 'users.json']));
  expect('the ingested users', files[0].nodes.User, 1);
}

async function runService(folder) {
  const service = spawn(process.execPath, [program(folder), 'serve'], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await addressOf(service);
    const headers = { Authorization: `Bearer ${await logIn(url)}` };
    const rights = await (await fetch(`${url}/api/v2/users/${user}/admin-rights`, { headers })).json();
    expect('the admin rights', JSON.stringify(rights), '{"count":0,"skip":0,"limit":100,"data":[]}');
    const group = await (await fetch(`${url}/api/v2/asset-groups/1`, { headers })).json();
    expect('the asset group', group.data.name, 'Admin Tier Zero');
    for (const path of ['docs', 'docs/swagger-ui-bundle.js', 'spec'])
      expect(path, (await fetch(`${url}/api/v2/${path}`, { headers })).status, 200);
    service.kill('SIGTERM');
    const [code] = await once(service, 'exit');
    expect('the exit code of serve', code, 0);
  } finally {
    service.kill('SIGKILL');
  }
}

async function logIn(url) {
  const body = JSON.stringify({ login_method: 'secret', username: 'admin', secret: password });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v2/login`, { method: 'POST', headers, body });
  expect('the login', answer.status, 200);
  return (await answer.json()).data.session_token;
}

async function addressOf(service) {
  const timer = setTimeout(() => service.kill('SIGKILL'), STARTING_MS);
  const lines = [];
  for await (const line of createInterface(service.stderr)) {
    lines.push(line);
    const [, url] = /listens on (\S+);/.exec(line) ?? [];
    if (!url) continue;
    clearTimeout(timer);
    service.stderr.resume();
    return url;
  }
  throw new Error(`the service ended before it listened: ${lines.join('\n')}`);
}

function graphward(folder, words) {
  return output(folder, process.execPath, [program(folder), ...words]);
}

function program(folder) {
  return join(folder, 'node_modules/graphward/program/graphward.js');
}

function environment(folder) {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const { PATH, HOME, npm_config_cache: cache } = process.env;
  const settings = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', INITIAL_ADMIN_PASSWORD: password };
  return { PATH, HOME, ...(cache && { npm_config_cache: cache }), ...settings };
}

/** Runs a program to its end. @returns its standard output @throws Error if it fails */
async function output(cwd, name, words) {
  const shell = process.platform === 'win32';
  const child = spawn(name, words, { cwd, env: environment(cwd), shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => (texts[stream] += String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${code}: ${texts.stderr}`);
  return texts.stdout;
}

function expect(name, found, wanted) {
  if (found !== wanted) throw new Error(`${name}: expected ${wanted}, found ${found}`);
  say(`${name}: ${String(found).slice(0, 80)}`);
}
