import type { MixedList } from 'typeorm';
import { productVersion } from '../../base/config/product-version.js';
import { beforeFirstRelease, migrations } from '../migrations/migrations.js';
import { DatabaseUnavailableError } from '../servers/operator-messages.js';
import { missingParts, type PlainQueries } from './missing-parts.js';

const SHOWN_PARTS = 5;

/** The names of migrations, and the parts of the tables. */
export interface MigrationState {
  readonly applied: readonly string[];
  /** Migrations of this program that have not run. */
  readonly pending: readonly string[];
  /** Those that only another program knows. */
  readonly unknown: readonly string[];
  /** Tables, columns and constraints that the entities need and the database lacks although all migrations have run. */
  readonly missing: readonly string[];
}

export async function migrationState(runner: PlainQueries, entities: MixedList<Function>): Promise<MigrationState> {
  const applied = await appliedMigrations(runner);
  const known = migrations.map(({ name }) => name);
  const pending = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  const isPresent = pending.length + unknown.length === 0;
  return { applied, pending, unknown, missing: isPresent ? await missingParts(runner, entities) : [] };
}

/** Whether this program may read the tables: it and they have the same migrations. */
export function isUpToDate({ pending, unknown, missing }: MigrationState): boolean {
  return pending.length + unknown.length + missing.length === 0;
}

/** @returns what shows that the tables are of another program; undefined if nothing does */
export function otherProgram({ unknown, missing }: MigrationState): string | undefined {
  if (missing.length > 0) {
    const more = missing.length > SHOWN_PARTS ? ` and ${missing.length - SHOWN_PARTS} more` : '';
    return `another Graphward made the tables: they lack ${missing.slice(0, SHOWN_PARTS).join(', ')}${more}`;
  }
  if (unknown.length === 0) return undefined;
  return (
    `${isNewer(unknown) ? 'a newer' : 'another'} Graphward migrated the database: ` +
    `this one (${productVersion()}) does not know ${unknown.join(', ')}`
  );
}

/** Whether all migrations are later than those of this program, whose names end in their time. */
function isNewer(unknown: readonly string[]): boolean {
  const newest = Math.max(...migrations.map(({ name }) => timeOf(name)));
  return unknown.length > 0 && unknown.every((name) => timeOf(name) > newest && name !== beforeFirstRelease);
}

function timeOf(name: string): number {
  return Number(/\d*$/.exec(name)?.[0]);
}

/** @throws DatabaseUnavailableError if another program made the tables: this one would misread them */
export function refuseOthers(state: MigrationState): void {
  const reason = otherProgram(state);
  if (reason === undefined) return;
  const remedy = isNewer(state.unknown)
    ? 'Start the newer one, or restore the backup of before the upgrade into an empty database'
    : 'Start the program that made it. If that was before 0.2.0, a backup of it can be restored into an empty database';
  throw new DatabaseUnavailableError(
    `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. ${remedy} (docs/upgrading.md).`,
  );
}

/** @throws DatabaseUnavailableError unless this program and the tables have the same migrations */
export async function requirePresentTables(runner: PlainQueries): Promise<void> {
  const state = await migrationState(runner, []);
  refuseOthers(state);
  if (state.pending.length > 0)
    throw new DatabaseUnavailableError(
      `The tables lack ${state.pending.join(', ')}. The next start, or "migrate", adds them.`,
    );
}

/** The names of the migrations that have run, oldest first; none in an empty database. */
export async function appliedMigrations(runner: PlainQueries): Promise<string[]> {
  const [table] = await runner.query<{ exists: boolean }>(`SELECT to_regclass('migration') IS NOT NULL AS exists`);
  if (!table?.exists) return [];
  const rows = await runner.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
  return rows.map(({ name }) => name);
}
