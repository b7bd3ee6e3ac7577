import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment, userForNewCluster } from '../../../src/database/embedded/server-user.js';

const run = promisify(execFile);

/** Where systems install PostgreSQL, by version. The embedded one has no pg_basebackup. */
const installed = '/usr/lib/postgresql';

/** The programs of a PostgreSQL that is new enough; undefined if this machine has none. */
export function replicationPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const folders = versions
    .filter((version) => version >= 14)
    .toSorted((a, b) => b - a)
    .map((version) => join(installed, String(version), 'bin'));
  return folders.find((folder) => ['initdb', 'pg_ctl', 'pg_basebackup'].every((it) => existsSync(join(folder, it))));
}

/** A server on a port of its own, for the user postgres without a password. */
export interface OwnServer {
  readonly url: string;
  start(): Promise<void>;
  /** Ends the server at once. */
  stop(): Promise<void>;
}

export interface ReplicatedServer {
  readonly primary: OwnServer;
  /** A streaming replica, made by pg_basebackup. */
  readonly replica: OwnServer;
  remove(): Promise<void>;
}

/** Starts a server and its replica. @param programs from {@link replicationPrograms} */
export async function startReplicatedServer(programs: string): Promise<ReplicatedServer> {
  const { ids } = userForNewCluster();
  const folder = await mkdtemp(join(tmpdir(), `graphward_test_${process.pid}_`));
  await chmod(folder, 0o755);
  const home = await mkdtemp(join(folder, 'servers-'));
  if (ids) await chown(home, ids.uid, ids.gid);
  const call = async (program: string, args: readonly string[]) => {
    await run(join(programs, program), args, { ...ids, cwd: home, env: serverEnvironment() });
  };
  const serverIn = async (data: string): Promise<OwnServer> => {
    const port = await freePort();
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=`, 'fsync=off', 'shared_buffers=32MB'];
    const options = [`-p ${port}`, ...settings.map((it) => `-c ${it}`)].join(' ');
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      start: () => call('pg_ctl', ['start', '-w', '-D', data, '-l', `${data}.log`, '-o', options]),
      stop: () => call('pg_ctl', ['stop', '-m', 'immediate', '-D', data]),
    };
  };
  const [ofPrimary, ofReplica] = [join(home, 'primary'), join(home, 'replica')];
  await call('initdb', ['-D', ofPrimary, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']);
  const primary = await serverIn(ofPrimary);
  await primary.start();
  await call('pg_basebackup', ['-D', ofReplica, '-R', '-d', primary.url, '--checkpoint=fast', '--no-sync']);
  const replica = await serverIn(ofReplica);
  await replica.start();
  const remove = async () => {
    await Promise.all([replica, primary].map((it) => it.stop().catch(() => {})));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { primary, replica, remove };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
