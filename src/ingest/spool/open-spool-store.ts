import { join } from 'node:path';
import type { Settings } from '../../base/config/settings.js';
import { FolderStore } from './folder-store.js';
import type { SpoolStore } from './spool-store.js';
import type { UploadDisk } from './upload-disk.js';

/** Opens the place that the settings name. The client of S3 takes half a second to load, so it is loaded only if it is used. */
export async function openSpoolStore(settings: Settings, disk: UploadDisk): Promise<SpoolStore> {
  const folder = settings.spoolDir || join(settings.dataDir, 'spool');
  if (settings.spoolUrl === '') return new FolderStore(folder);
  const { BucketStore } = await import('./bucket-store.js');
  return BucketStore.open(folder, settings, disk);
}
