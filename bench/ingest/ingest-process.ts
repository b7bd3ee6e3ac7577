import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { openDatabase } from '../../src/database/opening/open-database.js';
import { entities } from '../../src/entities.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { answerMeasurements } from '../measured-process.js';

/** Ingests the files of a message `{ files }` as the command line does, in a process whose memory is measured. */
const settings = loadSettings(process.env);
const opened = await openDatabase(settings, { entities, log: () => {} });
const app = await NestFactory.createApplicationContext(AppModule.with({ settings, dataSource: opened.dataSource }), {
  logger: false,
  abortOnError: false,
});

process.on('message', (message: { readonly files?: readonly string[] }) => {
  const { files } = message;
  if (files) void ingest(files);
});
answerMeasurements('', stop);

async function ingest(files: readonly string[]): Promise<void> {
  const { complete } = await app.get(IngestService).ingestFiles(files);
  process.send?.({ complete });
}

async function stop(): Promise<void> {
  await app.close();
  await opened.close();
}
