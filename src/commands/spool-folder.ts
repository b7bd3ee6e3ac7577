import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Settings } from '../base/config/settings.js';
import { openSpoolStore } from '../ingest/spool/open-spool-store.js';
import type { SpoolStore } from '../ingest/spool/spool-store.js';
import { UploadDisk } from '../ingest/spool/upload-disk.js';

/** The folder of uploaded files until they are read, or while they are received if SPOOL_URL is set. */
export function spoolFolder({ spoolDir, dataDir }: Pick<Settings, 'spoolDir' | 'dataDir'>): string {
  return resolve(spoolDir || join(dataDir, 'spool'));
}

/** Opens the place of uploaded files for a command. */
export async function withSpool<T>(settings: Settings, work: (store: SpoolStore) => Promise<T>): Promise<T> {
  // A log line of the bucket would be on standard output, beside the result. The command reports the error itself.
  Logger.overrideLogger(false);
  const store = await openSpoolStore(settings, new UploadDisk(settings));
  try {
    return await work(store);
  } finally {
    // The client of a bucket keeps connections.
    if ('onApplicationShutdown' in store && typeof store.onApplicationShutdown === 'function')
      store.onApplicationShutdown();
  }
}
