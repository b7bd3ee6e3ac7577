import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attackExtension, attackFiles, extensionFile } from '../support/attack-estate.js';
import { patientWaits } from '../support/patient-waits.js';
import { bareDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

export interface User {
  readonly username: string;
  readonly secret: string;
}

export interface Service {
  readonly url: string;
  /** The administrator. */
  readonly user: User;
  createAccount(account: { readonly name: string; readonly role: string; readonly password: string }): Promise<void>;
  stop(): Promise<void>;
}

/** Runs `demo` of the built program, as a newcomer does. */
export async function startDemo(): Promise<Service> {
  const { stop, find } = await start(['dist/src/cli.js', 'demo'], {}, 'Press Ctrl-C');
  return serviceOf(
    new URL(find(/OpenAPI document: (\S+)/)).origin,
    { username: 'demo', secret: find(/Password\s+(\S+)/) },
    stop,
  );
}

/** Runs the built service in the community edition, and loads an estate whose names are attacks. */
export async function startCommunity(): Promise<Service> {
  const user = { username: 'admin', secret: 'nine copper kettles' };
  const settings = { EDITION: 'community', INITIAL_ADMIN_PASSWORD: user.secret, PORT: String(await freePort()) };
  const { stop, find } = await start(['dist/src/main.js'], settings, 'listens on');
  const service = serviceOf(find(/listens on (http[^\s;]+)/), user, stop);
  await loadAttacks(await callerOf(service));
  return service;
}

async function loadAttacks(call: Caller): Promise<void> {
  const { id } = await call<{ id: number }>('POST', '/file-upload/start');
  for (const { name, content } of attackFiles())
    await call('POST', `/file-upload/${id}`, content.toString(), { 'X-File-Upload-Name': name });
  await call('POST', `/file-upload/${id}`, JSON.stringify(extensionFile()), { 'X-File-Upload-Name': 'hx.json' });
  await call('PUT', '/extensions', JSON.stringify(attackExtension()));
  await call('POST', `/file-upload/${id}/end`);
  await until(async () => {
    const { last } = await call<{ last: { status: string } | null }>('GET', '/analysis/status');
    return last?.status === 'complete';
  });
}

function serviceOf(url: string, user: User, stop: () => Promise<void>): Service {
  const createAccount: Service['createAccount'] = async (account) => {
    const call = await callerOf({ url, user });
    await call('POST', '/accounts', JSON.stringify(account));
  };
  return { url, user, stop, createAccount };
}

type Caller = <T>(method: string, path: string, body?: string, headers?: Record<string, string>) => Promise<T>;

/** Logs in. @returns calls operations, and returns the data of their answers */
async function callerOf({ url, user }: Pick<Service, 'url' | 'user'>): Promise<Caller> {
  const json = { 'Content-Type': 'application/json' };
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(`${url}/api/v2${path}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const credentials = JSON.stringify({ login_method: 'secret', ...user });
  const { data } = await ask('POST', '/login', json, credentials);
  const authorization = { Authorization: `Bearer ${data.session_token}` };
  return async (method, path, body, headers = {}) =>
    (await ask(method, path, { ...json, ...authorization, ...headers }, body)).data;
}

/** Passkeys are for a port that the settings name. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

interface Started {
  /** The part of the output that the group of the pattern matches. */
  readonly find: (pattern: RegExp) => string;
  readonly stop: () => Promise<void>;
}

/** Runs a program with a database and a folder of its own until its output has a text. */
async function start(words: readonly string[], more: Record<string, string>, ready: string): Promise<Started> {
  const [db, folder] = await Promise.all([bareDatabase(), mkdtemp(join(tmpdir(), 'graphward-ui-'))]);
  const limits = { RATE_LIMIT_PER_SECOND: '0', ...patientWaits };
  const settings = { DATABASE_URL: db.url, DATA_DIR: folder, PORT: '0', ...limits, ...more };
  const program = spawn(process.execPath, words, {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(program, 'exit');
  const output = await outputUntil(program, ready, ended);
  return {
    find: (pattern) => {
      const [, value] = pattern.exec(output) ?? [];
      if (value === undefined) throw new Error(`${words.join(' ')} did not print ${pattern}:\n${output}`);
      return value;
    },
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function outputUntil({ stdout, stderr }: ChildProcess, ready: string, ended: Promise<unknown>): Promise<string> {
  let output = '';
  const isReady = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(ready)) resolve();
    };
    stdout?.on('data', read);
    stderr?.on('data', read);
  });
  await Promise.race([ended, isReady]);
  return output;
}
