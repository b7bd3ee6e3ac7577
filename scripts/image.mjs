import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, reasonToSkip } from './image-build.mjs';
import { endContainers, startContainer } from './image-container.mjs';
import { say } from './project.mjs';

/*
 * Builds the image of the Containerfile by buildah, runs it on a read-only root file system, and proves that it serves, keeps its data on
 * the volume and stops. It is run by hand, because it needs root, buildah and npm's registry.
 */

const PASSWORD = 'a password for the image';

/**
 * Without `--base IMAGE`, the base of the Containerfile is used if it can be pulled, else one that is made from this machine's Node.
 * @returns the exit code
 */
export async function image(words) {
  const reason = reasonToSkip();
  if (reason) {
    say(`image: skipped, ${reason}`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'graphward-image-'));
  let built;
  try {
    built = buildImage(words[0] === '--base' ? words[1] : undefined);
    checkConfiguration(built.configuration);
    say(`image: ${built.reference} has ${built.size}, the base ${built.baseSize} of them`);
    await checkRuns(built, folder);
    say('image: passed');
    return 0;
  } catch (error) {
    say(`image: failed: ${error.stack}`);
    return 1;
  } finally {
    await endContainers();
    built?.release();
    await rm(folder, { recursive: true, force: true });
  }
}

function checkConfiguration(configuration) {
  assert.match(configuration.User, /^[1-9]\d*:[1-9]\d*$/, 'the user is a number other than 0');
  assert.deepEqual(configuration.Volumes, { '/data': {} });
  assert.deepEqual(configuration.ExposedPorts, { '8080/tcp': {} });
  assert.equal(configuration.StopSignal, 'SIGTERM');
  assert.equal(configuration.Healthcheck.Test[0], 'CMD');
}

async function checkRuns(built, folder) {
  const port = await freePort();
  const volume = join(folder, 'volume');
  await mkdir(volume);
  const start = (settings = {}, data = volume) =>
    startContainer(built, data, { PORT: String(port), INITIAL_ADMIN_PASSWORD: PASSWORD, ...settings });

  say('image: community edition, new volume, embedded PostgreSQL');
  const first = await start();
  await first.listening();
  await checkConfined(first);
  checkVolume(volume);
  checkDoctor(first);
  const community = await login(port);
  const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
  const created = await community.call('POST', '/api/v2/custom-nodes', {
    custom_types: { Printer: { icon } },
  });
  say(`image: POST /api/v2/custom-nodes answers ${created.status}`);
  assert.equal(created.status, 201);
  assert.equal((await community.call('GET', '/api/v2/events')).status, 404, 'events belong to the enterprise edition');
  await checkStop(first);

  say('image: enterprise edition on the same volume');
  const second = await start({ EDITION: 'enterprise' });
  await second.listening();
  assert.equal((await (await login(port)).call('GET', '/api/v2/events')).status, 200);
  const { stdout: url } = second.exec(['graphward', 'db', 'url']);
  await checkSharedDatabase(built, folder, url.trim());
  say('image: SIGKILL, then a start on what it left');
  await second.kill();

  const third = await start();
  await third.listening();
  const kept = await (await (await login(port)).call('GET', '/api/v2/custom-nodes')).json();
  assert.deepEqual(
    kept.data.map((it) => it.kindName),
    ['Printer'],
    'data outlive the container',
  );
  await checkStop(third);
}

/** PostgreSQL is copied to the volume if the user cannot run it from the image. */
function checkVolume(volume) {
  const files = readdirSync(volume).toSorted();
  say(`image: the volume has ${files.join(', ')}`);
  assert.deepEqual(files, ['postgres', 'secret.key', 'x']);
}

function checkDoctor(container) {
  const { status, stdout } = container.exec(['graphward', 'doctor']);
  say(`image: graphward doctor ends with ${status}`);
  assert.equal(status, 0, stdout);
}

/** A worker on the database of another container, with nothing of its own. */
async function checkSharedDatabase(built, folder, url) {
  const volume = join(folder, 'worker');
  await mkdir(volume);
  const port = await freePort();
  const secret = 'a secret of at least 32 characters';
  const settings = { PORT: String(port), ROLE: 'worker', DATABASE_URL: url, SECRET_KEY: secret };
  const worker = await startContainer(built, volume, settings);
  await worker.listening();
  const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
  say(`image: a worker with DATABASE_URL answers ${ready.status} to /health/ready`);
  assert.equal(ready.status, 200);
  await checkStop(worker);
}

async function checkConfined(container) {
  for (const path of ['/opt/graphward/x', '/tmp/x', '/home/node/x']) {
    const { status, stderr } = container.exec(writeTo(path));
    assert.notEqual(status, 0, `${path} must not be writable`);
    assert.match(stderr, /EROFS|ENOENT/);
  }
  assert.equal(container.exec(writeTo('/data/x')).status, 0, 'the volume is writable');
  assert.equal(container.exec(['node', '-p', 'process.getuid()']).stdout, '1000\n');
  const { status } = container.exec(container.healthCheck);
  say(`image: the root file system is read-only, the user is 1000, the health check ends with ${status}`);
  assert.equal(status, 0);
}

function writeTo(path) {
  return ['node', '-e', `require('fs').writeFileSync('${path}', '')`];
}

async function checkStop(container) {
  const code = await container.stop();
  say(`image: SIGTERM to process 1 ends it with ${code}`);
  assert.equal(code, 0);
}

async function login(port) {
  const base = `http://127.0.0.1:${port}`;
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ login_method: 'secret', username: 'admin', secret: PASSWORD });
  const answer = await fetch(`${base}/api/v2/login`, { method: 'POST', headers: json, body });
  const { data } = await answer.json();
  const headers = { ...json, Authorization: `Bearer ${data.session_token}` };
  const call = (method, path, content) =>
    fetch(`${base}${path}`, { method, headers, ...(content && { body: JSON.stringify(content) }) });
  return { call };
}

async function freePort() {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
