import type { Settings } from '../../base/config/settings.js';
import type { Database } from '../../database/database.js';
import type { Finding } from '../output/findings.js';

/** A finding without the name of its check. */
export type Verdict = Pick<Finding, 'state' | 'message' | 'fix'>;

/** Checks this machine and the settings. */
export interface MachineCheck {
  readonly name: string;
  readonly run: (settings: Settings) => Verdict | Promise<Verdict>;
}

/** Checks the database, which is reachable. */
export interface DatabaseCheck {
  readonly name: string;
  readonly run: (database: Database, settings: Settings) => Promise<Verdict>;
}

export function ok(message: string): Verdict {
  return { state: 'ok', message };
}

export function warn(message: string, fix: string): Verdict {
  return { state: 'warn', message, fix };
}

export function fail(message: string, fix: string): Verdict {
  return { state: 'fail', message, fix };
}
