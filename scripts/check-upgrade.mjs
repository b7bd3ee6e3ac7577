import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root, say } from './project.mjs';
import { addressOf, logIn, output, result, spawnService, stopService } from './service-process.mjs';
import { contains, createNode, sevenAnswers } from './seven-answers.mjs';

const password = 'a password for the upgrade';

/**
 * Upgrades a database of a tagged version to these sources, and back. Each step uses the real programs and the embedded PostgreSQL:
 * the old one fills a database and makes a backup, the new one migrates it and must answer the same, the old one must refuse it then,
 * and must answer the same from its backup.
 * @param words the tag; by default the newest one
 * @returns the exit code
 */
export async function checkUpgrade([tag = newestTag()]) {
  if (!tag) {
    say('check:upgrade: no tagged version yet');
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'graphward-upgrade-'));
  // The user of the embedded server must be able to enter it.
  chmodSync(folder, 0o755);
  try {
    await upgradeAndBack(folder, tag);
    say(`check:upgrade: ${tag} passed`);
    return 0;
  } catch (error) {
    say(`check:upgrade: ${tag} failed: ${error.message}`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function upgradeAndBack(folder, tag) {
  const oldProgram = await checkOut(tag, join(folder, 'old'));
  const data = join(folder, 'data');
  const backup = join(folder, 'before.backup');
  await command(oldProgram, data, 'demo', 'load');
  const before = await serving(oldProgram, data, async (url) => {
    await createNode(url, await logIn(url, password), 'MadeByTheOld');
    return sevenAnswers(url, await logIn(url, password));
  });
  await command(oldProgram, data, 'db', 'backup', backup);
  say(`check:upgrade: ${tag} filled a database and made a backup`);

  const migrations = (await command(root, data, 'migrate')).trim();
  const after = await serving(root, data, async (url) => {
    const answers = await sevenAnswers(url, await logIn(url, password));
    await createNode(url, await logIn(url, password), 'MadeByTheNew');
    return answers;
  });
  compare(before, after, contains);
  say(`check:upgrade: these sources answer the same, after the migrations: ${migrations || 'none'}`);

  if (migrations) await expectRefusal(oldProgram, data);
  else await serving(oldProgram, data, () => {});
  say(`check:upgrade: ${tag} ${migrations ? 'refuses' : 'starts on'} the upgraded database`);

  const rolledBack = join(folder, 'rolled-back');
  await command(oldProgram, rolledBack, 'db', 'restore', backup);
  const restored = await serving(oldProgram, rolledBack, async (url) => sevenAnswers(url, await logIn(url, password)));
  compare(before, restored, isDeepStrictEqual);
  say(`check:upgrade: ${tag} answers the same from its backup`);
}

/** Installs and builds the sources of a tag in a folder. */
async function checkOut(tag, folder) {
  execFileSync('git', ['clone', '--quiet', '--branch', tag, root, folder], { stdio: ['ignore', 'ignore', 'ignore'] });
  await output(process.execPath, ['scripts/run.mjs', 'build'], { cwd: folder, env: process.env });
  return folder;
}

function command(program, data, ...words) {
  return output(process.execPath, ['dist/src/cli.js', ...words], { cwd: program, env: environment(data) });
}

/** Runs a service while `work` uses it. */
async function serving(program, data, work) {
  const service = spawnService(['dist/src/main.js'], program, environment(data));
  try {
    const done = await work(await addressOf(service));
    const code = await stopService(service);
    if (code !== 0) throw new Error(`the service of ${program} ended with ${code}`);
    return done;
  } finally {
    service.kill('SIGKILL');
  }
}

async function expectRefusal(program, data) {
  const options = { cwd: program, env: environment(data) };
  const { code, stderr } = await result(process.execPath, ['dist/src/main.js'], options);
  if (code === 0 || !stderr.includes('A newer Graphward migrated the database'))
    throw new Error(`the old program should refuse the upgraded database, but ended with ${code}: ${stderr}`);
}

function compare(before, after, matches) {
  const different = Object.keys(before).filter((name) => !matches(after[name], before[name]));
  if (different.length === 0) return;
  const [name] = different;
  const texts = [before, after].map((it) => JSON.stringify(it[name]).slice(0, 1000));
  throw new Error(`other answers than before: ${different.join(', ')}\nbefore: ${texts[0]}\nafter: ${texts[1]}`);
}

/** Data never expire and URLs are the same, so that answers can be compared. */
function environment(data) {
  const { PATH, HOME } = process.env;
  const kept = { RETENTION_DATA: '0', RETENTION_SESSIONS: '0', SECRET_KEY: 'a secret of more than 32 characters' };
  const where = { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'https://graphward.example' };
  return { PATH, HOME, EDITION: 'enterprise', INITIAL_ADMIN_PASSWORD: password, ...kept, ...where };
}

function newestTag() {
  const words = ['tag', '--list', 'v*', '--sort=-version:refname'];
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n')[0];
}
