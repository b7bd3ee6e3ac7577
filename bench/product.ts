import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../src/app.module.js';
import { loadSettings } from '../src/base/config/load-settings.js';
import { openDatabase } from '../src/database/opening/open-database.js';
import { entities } from '../src/entities.js';
import { migrateQueue } from '../src/queue/graphile.js';

/** The first account of each service. */
export const user = { username: 'admin', password: 'bench-bench-bench' } as const;

/** The program of a service in a process of its own. */
export const serviceProgram = new URL('http/service.js', import.meta.url);

/** Waits until a service answers questions. */
export async function untilReady(url: string, everyMs = 100): Promise<void> {
  while (!(await fetch(`${url}/health/ready`)).ok) await wait(everyMs);
}

/** Settings of a service on a free port, without rate limits. */
export function serviceEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    INITIAL_ADMIN_PASSWORD: user.password,
    RATE_LIMIT_PER_SECOND: '0',
  };
}

/** Settings of an enterprise service, on its embedded database unless a URL is given. */
export function enterpriseEnvironment(dataDir: string, databaseUrl?: string): Record<string, string> {
  const environment = { ...serviceEnvironment(dataDir), EDITION: 'enterprise' };
  return databaseUrl === undefined ? environment : { ...environment, DATABASE_URL: databaseUrl };
}

/** Runs `work` with the product's modules, without HTTP, and with the URL of the database. */
export async function withProduct<T>(
  environment: Readonly<Record<string, string>>,
  work: (app: INestApplicationContext, url: string) => Promise<T>,
): Promise<T> {
  const settings = loadSettings(environment);
  const opened = await openDatabase(settings, { entities, libraries: [migrateQueue], log: () => {} });
  try {
    const module = AppModule.with({ settings, dataSource: opened.dataSource });
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    try {
      return await work(app, opened.url);
    } finally {
      await app.close();
    }
  } finally {
    await opened.close();
  }
}

/** Runs `work` with a temporary folder. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-bench-'));
  // If root starts the benchmark, the embedded server runs as another user, who needs to enter the folder.
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
