import { hash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { currentScope, runWithoutScope } from '../../base/scope/request-scope.js';
import { type AuditOutcome, systemName } from './audit-entry.js';
import { AuditRepository, type QueryRow } from './audit.repository.js';

/** Milliseconds in which queries are gathered. */
const gatherMs = 1000;

/** Queries that are gathered at once. */
const maxGathered = 1000;

/** Characters of a text or a reason that are kept. */
const maxText = 2000;

/** One run of a query in Cypher. */
interface QueryRun {
  readonly query: string;
  readonly outcome: AuditOutcome;
  readonly milliseconds: number;
  /** Rows of the answer; null if there is none. */
  readonly rows: number | null;
  /** Why it has no answer. */
  readonly reason?: string;
}

/** Writes audit entries of queries, in batches beside the answers: the same text of one account within an hour is one entry. */
@Injectable()
export class QueryLog implements OnApplicationShutdown {
  private readonly logger = new Logger(QueryLog.name);
  private gathered = new Map<string, QueryRow>();
  private timer: NodeJS.Timeout | null = null;
  private writing = Promise.resolve();

  constructor(private readonly entries: AuditRepository) {}

  add({ query, outcome, ...run }: QueryRun): void {
    const scope = currentScope();
    const { id, name } = scope?.caller ?? { id: null, name: systemName };
    const digest = hash('sha256', query);
    const key = `${name} ${digest}`;
    const reason = run.reason?.slice(0, maxText);
    const details = { query: query.slice(0, maxText), digest, ...run, ...(reason !== undefined && { reason }) };
    const count = (this.gathered.get(key)?.count ?? 0) + 1;
    const requestId = scope?.requestId ?? null;
    this.gathered.set(key, { accountId: id, accountName: name, outcome, details, requestId, count });
    if (this.gathered.size >= maxGathered) this.write();
    else this.timer ??= setTimeout(() => this.write(), gatherMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.write();
    await this.writing;
  }

  private write(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const rows = [...this.gathered.values()];
    if (rows.length === 0) return;
    this.gathered = new Map();
    this.writing = this.writing.then(() => runWithoutScope(() => this.store(rows)));
  }

  private async store(rows: readonly QueryRow[]): Promise<void> {
    try {
      await this.entries.addQueries(rows);
    } catch (error) {
      for (const row of rows)
        this.logger.error(`an audit entry of a query could not be written: ${JSON.stringify(row)}: ${String(error)}`);
    }
  }
}
