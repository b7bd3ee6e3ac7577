import { Logger } from '@nestjs/common';
import type { Settings } from '../../base/config/settings.js';
import { openSpoolStore } from '../../ingest/spool/open-spool-store.js';
import type { SpoolStore } from '../../ingest/spool/spool-store.js';
import { UploadDisk } from '../../ingest/spool/upload-disk.js';

/** Opens the place of uploaded files for a command. */
export async function withSpool<T>(settings: Settings, work: (store: SpoolStore) => Promise<T>): Promise<T> {
  // A log line of the bucket would be on standard output, beside the result. The command reports the error itself.
  Logger.overrideLogger(false);
  const store = await openSpoolStore(settings, new UploadDisk(settings));
  try {
    return await work(store);
  } finally {
    store.onApplicationShutdown?.();
  }
}
