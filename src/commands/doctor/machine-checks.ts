import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import type { Settings } from '../../base/config/settings.js';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { findSecret } from '../../auth/secrets/secrets.js';
import { spoolFolder } from '../../ingest/spool/open-spool-store.js';
import { listen } from '../../server.js';
import { type DiskSpace, existingAbove, spaceAt } from '../deployment/disk-space.js';
import { serviceUrl } from '../questions/service-url.js';
import { bytesText } from '../output/tables.js';
import { withSpool } from '../deployment/with-spool.js';
import { fail, type MachineCheck, ok, type Verdict, warn } from './check.js';
import { readinessOf } from '../deployment/running-service.js';

async function dataFolder({ dataDir }: Settings): Promise<Verdict> {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) {
    const parent = existingAbove(folder);
    if (await isWritable(parent)) return ok(`${folder} does not exist yet; the first start creates it`);
    return fail(
      `${folder} does not exist, and ${parent} is not writable for this user`,
      'create the folder for this user, or set DATA_DIR',
    );
  }
  if (!(await isWritable(folder)))
    return fail(`${folder} is not writable for this user`, 'run as its owner, change its owner, or set DATA_DIR');
  return ok(folder);
}

async function secret(settings: Settings): Promise<Verdict> {
  const file = join(resolve(settings.dataDir), 'secret.key');
  try {
    const found = await findSecret(settings);
    if (found === undefined)
      return settings.databaseUrl === ''
        ? ok('the first start creates it in DATA_DIR')
        : warn(
            `SECRET_KEY is not set, and ${file} does not exist: the next start creates a new secret`,
            'set SECRET_KEY to the same text of at least 32 characters for all instances',
          );
  } catch (error) {
    if (errorCode(error) === 'EACCES') return fail(errorMessage(error), 'run as the user of the service');
    return fail(errorMessage(error), 'restore the file from a backup, or set SECRET_KEY');
  }
  if (settings.secretKey !== '') return ok('SECRET_KEY is set');
  if (((await stat(file)).mode & 0o077) !== 0)
    return warn(`other users of this machine can read ${file}`, `chmod 600 ${file}`);
  return ok(file);
}

async function port({ host, port: number }: Settings): Promise<Verdict> {
  const server = createServer();
  try {
    await listen(server, { host, port: number });
    return ok(
      number === 0 ? 'PORT is 0: each start selects a free one' : `${number} on ${host} is free: no service runs`,
    );
  } catch (error) {
    const url = serviceUrl({ host, port: number });
    const readiness = await readinessOf(url);
    if (!readiness) return fail(errorMessage(error), 'stop that program, or set PORT');
    if (readiness.status === 'up') return ok(`a service runs at ${url} and is ready`);
    return warn(`the service at ${url} is not ready: ${readiness.reason ?? 'it starts or stops'}`, 'see its log');
  } finally {
    server.close();
  }
}

async function redis({ redisUrl }: Settings): Promise<Verdict> {
  if (redisUrl === '') return ok('REDIS_URL is empty: each instance counts its rate limits');
  const { Redis } = await import('ioredis');
  const client = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 2000, retryStrategy: () => null });
  // The command rejects, too.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return ok(`Redis answers at ${new URL(redisUrl).host}`);
  } catch (error) {
    return warn(
      `Redis does not answer at ${new URL(redisUrl).host} (${errorMessage(error)}): each instance counts its rate limits`,
      'start Redis, or correct REDIS_URL',
    );
  } finally {
    client.disconnect();
  }
}

async function bucket(settings: Settings): Promise<Verdict> {
  const { spoolUrl } = settings;
  if (spoolUrl === '') return ok('SPOOL_URL is empty: uploaded files wait in SPOOL_DIR');
  try {
    await withSpool(settings, async (store) => void (await store.list()[Symbol.asyncIterator]().next()));
    return ok(`${spoolUrl} answers`);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return fail(
      `${spoolUrl} can't be used (${error.detail}): uploads are refused with 503`,
      'start its server, or correct SPOOL_URL, SPOOL_S3_ENDPOINT and the credentials',
    );
  }
}

/** A disk with less free space is almost full. */
const leastFree = 1_000_000_000;
const leastShare = 0.05;

async function dataDisk({ dataDir }: Settings): Promise<Verdict> {
  const space = await spaceAt(dataDir);
  const { free, total } = space;
  const text = spaceText(space);
  if (free >= Math.max(leastFree, total * leastShare)) return ok(text);
  return warn(text, 'free some space, or move DATA_DIR: a full disk stops the embedded database');
}

async function spoolDisk(settings: Settings): Promise<Verdict> {
  const spool = resolve(spoolFolder(settings));
  if (!(await isWritable(existingAbove(spool))))
    return fail(
      `${spool} is no folder that this user can write to: uploads are refused with 503`,
      'change its owner, or set SPOOL_DIR',
    );
  const space = await spaceAt(spool);
  const { free, total } = space;
  const text = spaceText(space);
  const reserve = settings.uploadDiskReserveBytes || Math.max(leastFree, total * leastShare);
  if (free > reserve) return ok(`${text}; uploads leave ${bytesText(reserve)} free`);
  return fail(
    `${text}, which is less than uploads must leave free (${bytesText(reserve)}): each is refused with 507`,
    'free some space, move SPOOL_DIR, or lower UPLOAD_DISK_RESERVE_BYTES',
  );
}

function spaceText({ folder, free, total }: DiskSpace): string {
  return `${bytesText(free)} of ${bytesText(total)} are free at ${folder}`;
}

/** False for a file: only a folder has a path that ends with a slash. */
function isWritable(folder: string): Promise<boolean> {
  return access(`${folder}/`, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Checks of this machine. */
export const machineChecks: readonly MachineCheck[] = [
  { name: 'data folder', run: dataFolder },
  { name: 'secret', run: secret },
  { name: 'port', run: port },
  { name: 'redis', run: redis },
  { name: 'bucket', run: bucket },
  { name: 'data disk', run: dataDisk },
  { name: 'spool disk', run: spoolDisk },
];
