import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { Database } from '../../database/database.js';
import { lostWorker } from '../../database/driver-errors.js';

const everyMs = 5000;

const begin = `BEGIN; SET LOCAL statement_timeout = '1500ms'; SET LOCAL work_mem = '64kB'`;

/** On Citus, the row is written on every worker (docs/scaling.md). */
const writeRow = `INSERT INTO write_probe (written_at) VALUES (now())
  ON CONFLICT (one) DO UPDATE SET written_at = excluded.written_at`;

/** An update of one row succeeds on a full disk, because its page has room. The result of this function exceeds `work_mem` and is therefore written to a file. */
const writeFile = 'SELECT count(*) FROM generate_series(1, 10000)';

const incapacities = `
  WITH own AS (
    SELECT c.oid, c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
  )
  SELECT
    (SELECT min(relname) FROM own WHERE NOT (has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE'))) AS unwritable,
    (SELECT min(relname) FROM own WHERE NOT has_table_privilege(oid, 'DELETE')) AS undeletable,
    (SELECT to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM retention_turn WHERE due_at < now() - interval '30 minutes') AS overdue`;

interface Incapacities {
  readonly unwritable: string | null;
  readonly undeletable: string | null;
  /** Since when old data should have been removed. */
  readonly overdue: string | null;
}

/** What the database does not let the service do, with the reason. */
export interface WriteFailures {
  readonly writing?: string;
  readonly ageing?: string;
}

const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['25006', 'the database is read-only'],
  ['42501', 'the user of the database may not write'],
  ['53100', 'the disk of the database is full'],
]);

/** Checks whether data can be written, by writing, and whether old data are removed. Caches the result for five seconds. */
@Injectable()
export class WriteProbe {
  private readonly logger = new Logger(WriteProbe.name);
  private last: { readonly at: number; readonly failures: WriteFailures } | undefined;
  private running: Promise<WriteFailures> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async failures(): Promise<WriteFailures> {
    const age = this.last ? this.now() - this.last.at : -1;
    if (this.last && age >= 0 && age < everyMs) return this.last.failures;
    // Several requests wait for one write. It must not be cancelled with the request that started it.
    this.running ??= runWithoutScope(() => this.write());
    return this.running;
  }

  private async write(): Promise<WriteFailures> {
    const failures = await this.attempt();
    this.last = { at: this.now(), failures };
    this.running = undefined;
    return failures;
  }

  private async attempt(): Promise<WriteFailures> {
    try {
      const [found] = await this.database.transaction(async (tx) => {
        await tx.query(writeRow);
        await tx.query(writeFile);
        return tx.query<Incapacities>(incapacities);
      }, begin);
      return found ? failuresOf(found) : {};
    } catch (error) {
      const worker = lostWorker(error);
      const writing =
        worker === undefined
          ? (reasons.get(errorCode(error)) ?? 'the database failed a write')
          : `the worker ${worker} of Citus does not answer`;
      if (writing !== this.last?.failures.writing) this.logger.warn(`${writing}: ${errorMessage(error)}`);
      return { writing };
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function failuresOf({ unwritable, undeletable, overdue }: Incapacities): WriteFailures {
  const late = `old data should have been removed at ${overdue}: no process runs tasks, or their log has the reason`;
  const ageing =
    undeletable === null ? overdue && late : `the user of the database may not delete from the table ${undeletable}`;
  return {
    ...(unwritable !== null && { writing: `the user of the database may not write to the table ${unwritable}` }),
    ...(ageing !== null && { ageing }),
  };
}
