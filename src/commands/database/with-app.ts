import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module.js';
import type { Terminal } from '../terminal.js';
import { withDatabase } from './with-database.js';

/** Runs a command with the services of the product but without HTTP, also while the service runs. */
export function withApp<T>(terminal: Terminal, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(terminal, async ({ dataSource }) => {
    const runtime = AppModule.with({ settings: await terminal.settings(), dataSource });
    const app = await NestFactory.createApplicationContext(runtime, { logger: false, abortOnError: false });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
}
