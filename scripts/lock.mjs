import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { root, say } from './project.mjs';

const path = join(root, '.run-lock');
const RETRY_MS = 200;
const BEAT_MS = 2_000;
/** A holder that has not touched the file for so long was killed, even if its process id is somebody else's by now. */
const STALE_MS = 20_000;

/** Runs the work while no other process of this working copy runs any under the lock. */
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
    // Between the look and the rename another process may have removed the stale lock and taken a new one: give that back.
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
