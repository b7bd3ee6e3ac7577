import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root, say } from './project.mjs';
import { makePackage, packageFile, projectManifest } from './release/package.mjs';
import { addressOf, logIn, output, result, spawnService, stopService } from './service-process.mjs';

const MAX_MIB = 200;

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
  // The user of the embedded server must be able to enter it.
  chmodSync(folder, 0o755);
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
  await run(folder, 'npm', ['install', ...options, resolve(root, packageFile())]);
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
  const version = (await run(folder, 'npx', words)).trim();
  expect('npx graphward --version', version, projectManifest().version);
  const help = await graphward(folder, ['--help']);
  expect('the usage', help.split('\n')[0], 'Usage: graphward [options] [command]');
  writeFileSync(join(folder, 'users.json'), JSON.stringify(collected));
  const { files } = JSON.parse(await graphward(folder, ['ingest', '--json', 'users.json']));
  expect('the ingested users', files[0].nodes.User, 1);
  await runDoctor(folder);
}

/** The clients of Redis and of buckets are loaded only if the settings name a server; here none answers. */
async function runDoctor(folder) {
  const bucket = { SPOOL_URL: 's3://bucket', SPOOL_S3_ENDPOINT: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'id' };
  const env = { ...environment(folder), ...bucket, AWS_SECRET_ACCESS_KEY: 'key', REDIS_URL: 'redis://127.0.0.1:1' };
  const { stdout } = await result(process.execPath, [program(folder), 'doctor', '--json'], { cwd: folder, env });
  const { message } = JSON.parse(stdout).find(({ name }) => name === 'redis');
  expect('doctor about Redis', message.split(' at ')[0], 'Redis does not answer');
}

async function runService(folder) {
  const service = spawnService([program(folder), 'serve'], folder, environment(folder));
  try {
    const url = await addressOf(service);
    const headers = await logIn(url, password);
    const rights = await (await fetch(`${url}/api/v2/users/${user}/admin-rights?limit=5`, { headers })).text();
    expect('the admin rights', rights, '{"count":0,"skip":0,"limit":5,"data":[]}');
    const group = await (await fetch(`${url}/api/v2/asset-groups/1`, { headers })).json();
    expect('the asset group', group.data.name, 'Admin Tier Zero');
    for (const path of ['docs', 'docs/swagger-ui-bundle.js', 'spec'])
      expect(path, (await fetch(`${url}/api/v2/${path}`, { headers })).status, 200);
    const page = await (await fetch(`${url}/ui/`)).text();
    const [, script = 'none'] = /src="([^"]+\.js)"/.exec(page) ?? [];
    const scriptUrl = new URL(script, `${url}/ui/`);
    expect(
      'the script of the page',
      (await fetch(scriptUrl)).headers.get('content-type')?.split(';')[0],
      'text/javascript',
    );
    expect('the exit code of serve', await stopService(service), 0);
  } finally {
    service.kill('SIGKILL');
  }
}

function graphward(folder, words) {
  return run(folder, process.execPath, [program(folder), ...words]);
}

function run(folder, name, words) {
  return output(name, words, { cwd: folder, env: environment(folder) });
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

function expect(name, found, wanted) {
  if (found !== wanted) throw new Error(`${name}: expected ${wanted}, found ${found}`);
  say(`${name}: ${String(found).slice(0, 80)}`);
}
