import { existsSync } from 'node:fs';

/** Takes `.env` of the working folder into the environment, where there is one; variables that are set already win. */
export function loadEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
