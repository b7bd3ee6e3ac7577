import { join } from 'node:path';
import type { Settings } from '../../base/config/settings.js';
import { FolderStore } from './folder-store.js';
import type { SpoolStore } from './spool-store.js';
import type { UploadDisk } from './upload-disk.js';

/** The folder of uploaded files until they are read, or while they are received if SPOOL_URL is set. */
export function spoolFolder({ spoolDir, dataDir }: Pick<Settings, 'spoolDir' | 'dataDir'>): string {
  return spoolDir || join(dataDir, 'spool');
}

/** Opens the place that the settings name. The client of S3 takes half a second to load, so it is loaded only if it is used. */
export async function openSpoolStore(settings: Settings, disk: UploadDisk): Promise<SpoolStore> {
  const folder = spoolFolder(settings);
  if (settings.spoolUrl === '') return new FolderStore(folder);
  const { BucketStore } = await import('./bucket-store.js');
  return new BucketStore(folder, settings, disk);
}
