import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './project.mjs';

const STARTING_MS = 120_000;

/** Starts a service. @param words the program and its words @returns its process, which prints its address to standard error */
export function spawnService(words, cwd, env) {
  return spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** @returns the address of a starting service @throws Error with its last lines if it ends before it listens */
export async function addressOf(service) {
  const timer = setTimeout(() => service.kill('SIGKILL'), STARTING_MS);
  const lines = [];
  try {
    for await (const line of createInterface(service.stderr)) {
      lines.push(line);
      const [, url] = /listens on (\S+);/.exec(line) ?? [];
      if (!url) continue;
      service.stderr.resume();
      return url;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`the service ended before it listened: ${lines.join('\n')}`);
}

/** Ends a service as a service manager does. @returns its exit code */
export async function stopService(service) {
  if (service.exitCode !== null || service.signalCode !== null) return service.exitCode;
  service.kill('SIGTERM');
  const [code] = await once(service, 'exit');
  return code;
}

/** @returns the OpenAPI document of the enterprise edition, from a service that it starts */
export async function publishedDocument() {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-document-'));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', EDITION: 'enterprise' };
  const service = spawnService([join(root, 'dist/src/main.js')], root, env);
  try {
    const answer = await fetch(`${await addressOf(service)}/api/v2/spec`);
    return await answer.json();
  } finally {
    await stopService(service);
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the headers of a session of the user `admin` */
export async function logIn(url, password) {
  const body = JSON.stringify({ login_method: 'secret', username: 'admin', secret: password });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v2/login`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`the login failed with ${answer.status}: ${await answer.text()}`);
  const { data } = await answer.json();
  return { ...headers, Authorization: `Bearer ${data.session_token}` };
}

/** Runs a program to its end. @returns its standard output @throws Error if it fails */
export async function output(program, words, { cwd, env }) {
  const { code, stdout, stderr } = await result(program, words, { cwd, env });
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

/** Runs a program to its end. */
export async function result(program, words, { cwd, env }) {
  const shell = process.platform === 'win32' && program !== process.execPath;
  const child = spawn(program, words, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => (texts[stream] += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, ...texts };
}
