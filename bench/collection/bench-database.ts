import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { openDatabase } from '../../src/database/open-database.js';
import { entities } from '../../src/entities.js';
import { migrateQueue } from '../../src/queue/queue-schema.js';
import { serviceEnvironment } from '../ingest/service-environment.js';

/** The environment of an enterprise service on the database of that folder, or on another that is given. */
export function environmentOf(folder: string, databaseUrl?: string): Record<string, string> {
  const environment = { ...serviceEnvironment(folder), EDITION: 'enterprise' };
  return databaseUrl === undefined ? environment : { ...environment, DATABASE_URL: databaseUrl };
}

/** Runs work with the product, without HTTP, and with the URL of its database. The embedded server ends with it, unless others use it. */
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
