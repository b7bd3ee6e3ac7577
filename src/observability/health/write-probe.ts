import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { Database } from '../../database/database.js';

const everyMs = 5000;

const begin = `BEGIN; SET LOCAL statement_timeout = '1500ms'; SET LOCAL work_mem = '64kB'`;

const writeRow = `INSERT INTO write_probe (written_at) VALUES (now())
  ON CONFLICT (one) DO UPDATE SET written_at = excluded.written_at`;

/** An update of one row succeeds on a full disk, because its page has room. The result of this function exceeds `work_mem` and is therefore written to a file. */
const writeFile = 'SELECT count(*) FROM generate_series(1, 10000)';

const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['25006', 'the database is read-only'],
  ['42501', 'the user of the database may not write'],
  ['53100', 'the disk of the database is full'],
]);

/** Checks whether the database accepts writes by writing to it. Caches the result for five seconds. */
@Injectable()
export class WriteProbe {
  private readonly logger = new Logger(WriteProbe.name);
  private last: { readonly at: number; readonly failure: string | undefined } | undefined;
  private running: Promise<string | undefined> | undefined;
  /** Several requests wait for one write. It must not be cancelled with the request that started it. */
  private readonly outsideOfRequests = new AsyncResource('WriteProbe');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the reason why the database can't write; undefined if it can */
  async failure(): Promise<string | undefined> {
    const age = this.last ? this.now() - this.last.at : -1;
    if (this.last && age >= 0 && age < everyMs) return this.last.failure;
    this.running ??= this.outsideOfRequests.runInAsyncScope(() => this.write());
    return this.running;
  }

  private async write(): Promise<string | undefined> {
    const failure = await this.attempt();
    this.last = { at: this.now(), failure };
    this.running = undefined;
    return failure;
  }

  private async attempt(): Promise<string | undefined> {
    try {
      await this.database.transaction(async (tx) => {
        await tx.query(writeRow);
        await tx.query(writeFile);
      }, begin);
      return undefined;
    } catch (error) {
      const failure = reasons.get(errorCode(error)) ?? 'the database failed a write';
      if (failure !== this.last?.failure) this.logger.warn(`${failure}: ${errorMessage(error)}`);
      return failure;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
