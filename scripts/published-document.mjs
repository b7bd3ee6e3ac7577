import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.mjs';
import { addressOf, spawnService, stopService } from './service-process.mjs';

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
