import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { root, say } from './project.mjs';
import { addressOf, logIn, output, spawnService, stopService } from './service-process.mjs';
import { answersTo, call, fillState, lost, password, pathsOf } from '../test/upgrade/state.mjs';

const states = 'test/upgrade';
const MOST_BYTES = 1_000_000;
/** Longer than the upload of a state waits for its analysis. */
const SETTLE_MS = 20_000;

/**
 * Restores the backup of each state in `test/upgrade` with these sources, and compares their answers with those of the program that made it.
 * It needs no network. `--record NAME [FOLDER]` makes the files of a state, with the built program of a folder.
 * @returns the exit code
 */
export async function checkUpgrade([option, name = '', program = root]) {
  const names = readdirSync(join(root, states)).filter((file) => file.endsWith('.json'));
  if (option === '--record') return inFolder(name, (folder) => record(folder, name, resolve(program)));
  for (const file of names) if (await inFolder(file, (folder) => upgrade(folder, file))) return 1;
  return 0;
}

/** @returns the exit code */
async function inFolder(title, work) {
  const folder = mkdtempSync(join(tmpdir(), 'graphward-upgrade-'));
  // The user of the embedded server must be able to enter it.
  chmodSync(folder, 0o755);
  try {
    await work(folder);
    say(`check:upgrade: ${title} passed`);
    return 0;
  } catch (error) {
    say(`check:upgrade: ${title} failed: ${error.message}`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function record(data, name, program) {
  await command(program, data, 'demo', 'load');
  const [backup, state] = [join(data, 'state.backup'), { withGraph: true }];
  await serving(program, data, async (url) => {
    state.token = await fillState(url, await logIn(url, password));
    await sleep(SETTLE_MS);
    const headers = await logIn(url, password);
    state.answers = await answersTo(url, headers, await pathsOf(url, headers));
  });
  await command(program, data, 'db', 'backup', backup);
  const path = join(root, states, name);
  writeFileSync(`${path}.backup`, gzipSync(gunzipSync(readFileSync(backup)), { level: 9 }));
  writeFileSync(`${path}.json`, `${JSON.stringify(state)}\n`);
}

async function upgrade(data, file) {
  const { withGraph, token, answers } = JSON.parse(readFileSync(join(root, states, file), 'utf8'));
  const backup = join(root, states, file.replace('.json', '.backup'));
  if (statSync(backup).size > MOST_BYTES) throw new Error(`the backup has more than ${MOST_BYTES} bytes`);
  await command(root, data, 'db', 'restore', backup, ...(withGraph ? [] : ['--without-graph']));
  await command(root, data, 'db', 'check');
  if (!withGraph) await command(root, data, 'demo', 'load');
  await serving(root, data, async (url) => {
    const differ = lost(answers, await answersTo(url, await logIn(url, password), Object.keys(answers)));
    if (differ.length > 0) throw new Error(`rows are lost or changed:\n${differ.join('\n')}`);
    const { signedHeaders } = await import('../dist/demo/signed-headers.js');
    await call(url, signedHeaders(token, 'GET', '/api/v2/self', '', new Date()), '/api/v2/self');
  });
}

function command(program, data, ...words) {
  return output(process.execPath, ['dist/src/cli.js', ...words], { cwd: program, env: environment(data) });
}

/** Runs a service while `work` uses it. */
async function serving(program, data, work) {
  const service = spawnService(['dist/src/main.js'], program, environment(data));
  try {
    await work(await addressOf(service));
    const code = await stopService(service);
    if (code !== 0) throw new Error(`the service of ${program} ended with ${code}`);
  } finally {
    service.kill('SIGKILL');
  }
}

/** Data never expire and URLs are the same, so that answers can be compared. */
function environment(data) {
  const { PATH, HOME } = process.env;
  const parts = ['DATA', 'SESSIONS', 'UPLOADS', 'JOBS', 'AUDIT'];
  const kept = Object.fromEntries(parts.map((name) => [`RETENTION_${name}`, '0']));
  const where = { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'https://graphward.example' };
  return {
    PATH,
    HOME,
    EDITION: 'enterprise',
    INITIAL_ADMIN_PASSWORD: password,
    SECRET_KEY: 'a secret of more than 32 characters',
    ...kept,
    ...where,
  };
}
