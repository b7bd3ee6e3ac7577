import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { root, say } from './project.mjs';

const path = join(root, '.run-lock');
const RETRY_MS = 200;
const BEAT_MS = 2_000;
/** A lock that was not touched for so long is stale, even if its process id exists again. */
const STALE_MS = 20_000;

/** Runs `work` under a lock that the processes of this working copy share. */
export async function locked(work) {
  const mine = `${process.pid} ${randomBytes(8).toString('hex')}\n`;
  let told = false;
  while (!tryTake(mine)) {
    if (!told) say('waiting for another process that installs or builds ...');
    told = true;
    await sleep(RETRY_MS);
  }
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}

function tryTake(mine) {
  try {
    writeFileSync(path, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeStale();
    return false;
  }
}

function removeStale() {
  try {
    const seen = readFileSync(path, 'utf8');
    const fresh = Date.now() - statSync(path).mtimeMs < STALE_MS;
    if (fresh && (seen === '' || isAlive(Number.parseInt(seen, 10)))) return;
    const grave = `${path}.${process.pid}`;
    renameSync(path, grave);
    // Another process may have replaced the stale lock before the rename: restore its lock.
    if (readFileSync(grave, 'utf8') !== seen) linkSync(grave, path);
    rmSync(grave);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
