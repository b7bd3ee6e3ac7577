import { join, resolve } from 'node:path';
import type { Settings } from '../base/config/settings.js';

/** The folder of uploaded files until they are read. */
export function spoolFolder({ spoolDir, dataDir }: Pick<Settings, 'spoolDir' | 'dataDir'>): string {
  return resolve(spoolDir || join(dataDir, 'spool'));
}
