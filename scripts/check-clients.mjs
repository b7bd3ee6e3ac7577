import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { go } from './clients/go.mjs';
import { packages as pythonPackages, python } from './clients/python.mjs';
import { missing, run } from './clients/tools.mjs';
import { packages as npmPackages, tsconfig, typescript } from './clients/typescript.mjs';
import { root, say } from './project.mjs';
import { addressOf, logIn, spawnService, stopService } from './service-process.mjs';

/*
 * Generates clients in TypeScript, Python and Go from the OpenAPI document of a running service, with COMPAT and without, compiles them
 * and calls the seven operations. It is run by hand: it downloads generators from npm and PyPI, and modules of Go. openapi-generator needs Java.
 */

const password = 'a password for generated clients';
const generators = [...typescript, ...python, ...go];

/** @returns the exit code */
export async function checkClients() {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-clients-'));
  const env = { ...process.env, PATH: [binOf(folder), join(folder, 'venv', 'bin'), process.env.PATH].join(delimiter) };
  try {
    const present = await withoutMissing(generators);
    await install(folder, present, env);
    for (const compat of ['', 'bloodhound']) await checkMode(join(folder, compat || 'ours'), compat, present, env);
    return 0;
  } catch (error) {
    say(String(error.message));
    return 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function binOf(folder) {
  return join(folder, 'node_modules', '.bin');
}

/** Leaves out generators whose programs this machine lacks. */
async function withoutMissing(all) {
  const lacks = await Promise.all(all.map(({ programs }) => missing(programs, process.env)));
  const skipped = all.flatMap(({ title }, index) =>
    lacks[index].length > 0 ? [`${title}: needs ${lacks[index].join(', ')}`] : [],
  );
  for (const line of skipped) say(`skipped: ${line}`);
  const present = all.filter((_, index) => lacks[index].length === 0);
  if (present.length === 0) throw new Error('no generator can run on this machine');
  return present;
}

async function install(folder, present, env) {
  const needs = (program) => present.some(({ programs }) => programs.includes(program));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  if (needs('npm'))
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...npmPackages], folder, env);
  if (!needs('python3')) return;
  await run('python3', ['-m', 'venv', 'venv'], folder, env);
  await run('pip', ['install', '--quiet', ...pythonPackages], folder, env);
}

async function checkMode(folder, compat, present, env) {
  await mkdir(folder);
  const settings = {
    DATA_DIR: join(folder, 'data'),
    EDITION: 'enterprise',
    HOST: '127.0.0.1',
    PORT: '0',
    COMPAT: compat,
  };
  const ofService = { ...process.env, ...settings, INITIAL_ADMIN_PASSWORD: password };
  const service = spawnService(['dist/src/main.js'], root, ofService);
  try {
    const url = await addressOf(service);
    await run('node', ['dist/src/cli.js', 'demo', 'load'], root, ofService);
    const document = await (await fetch(`${url}/api/v2/spec`)).text();
    const SERVICE_USER = await userWithRights(url);
    for (const [index, { title, check }] of present.entries()) {
      const home = join(folder, String(index));
      await mkdir(home);
      await writeFile(join(home, 'openapi.json'), document);
      const printed = await check(home, { ...env, SERVICE_URL: url, SERVICE_PASSWORD: password, SERVICE_USER });
      say(`COMPAT=${compat}, ${title}: ${checked(printed, compat)}`);
    }
  } finally {
    await stopService(service);
  }
}

/** @returns the object id of a user that the sample estate gives admin rights */
async function userWithRights(url) {
  const headers = await logIn(url, password);
  const ask = async (path) => (await fetch(`${url}/api/v2/${path}`, { headers })).json();
  for (const { objectid } of (await ask('search?query=a&type=User&limit=500')).data)
    if ((await ask(`users/${objectid}/admin-rights?limit=1`)).count > 0) return objectid;
  throw new Error('no user of the sample estate has admin rights');
}

/** @param printed what a client read: the account, one value of each operation @returns the same */
function checked(printed, compat) {
  const values = JSON.parse(printed);
  const status = compat === '' ? 'string' : 'number';
  if (values.length !== 8 || values[0] !== 'admin' || typeof values[3] !== status)
    throw new Error(`a client read ${printed}`);
  return values.join(', ').replaceAll('\n', ' ');
}
