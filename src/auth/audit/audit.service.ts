import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../base/errors.js';
import { type Caller, currentScope, runWithoutScope } from '../../base/scope/request-scope.js';
import type { Transaction } from '../../database/transaction.js';
import { type AuditEntry, type AuditOutcome, type AuditNote, systemName } from './audit-entry.js';
import { AuditRepository } from './audit.repository.js';

interface RecordOptions {
  /** Default: `success`. */
  readonly outcome?: AuditOutcome;
  /** Default: the caller of the request, or the system outside of requests. */
  readonly actor?: Caller;
  /** The transaction of the change. If absent, the entry has a transaction of its own. */
  readonly on?: Transaction;
}

/** Writes the audit log (docs/adr/0019-deletion-and-audit.md). */
@Injectable()
export class AuditService {
  private readonly logger = new Logger(AuditService.name);

  constructor(private readonly entries: AuditRepository) {}

  /** Adds the id of the current request and its caller to the entry. */
  async record(entry: AuditEntry, { outcome = 'success', actor, on }: RecordOptions = {}): Promise<void> {
    const scope = currentScope();
    const { id, name } = actor ?? scope?.caller ?? { id: null, name: systemName };
    const { action, resource, details = {} } = entry;
    const requestId = scope?.requestId ?? null;
    const row = {
      accountId: id,
      accountName: name,
      action,
      resource,
      outcome,
      details,
      requestId,
    };
    // Without a transaction the change has happened already, so the end of the request must not cancel its entry.
    await (on ? this.entries.insert(row, on) : runWithoutScope(() => this.entries.insert(row)));
  }

  /**
   * Runs work that calls `note` in the transaction of its change. If the work fails, records the attempt with the reason.
   * @throws the error of the work
   */
  async audited<T>(entry: AuditEntry, work: (note: AuditNote) => Promise<T>): Promise<T> {
    const note: AuditNote = (on, details) =>
      this.record({ ...entry, details: { ...entry.details, ...details } }, { on });
    try {
      return await work(note);
    } catch (error) {
      await this.recordFailure(entry, error);
      throw error;
    }
  }

  private async recordFailure(entry: AuditEntry, error: unknown): Promise<void> {
    const reason = error instanceof AppError ? error.message : 'it failed inside';
    try {
      await this.record({ ...entry, details: { ...entry.details, reason } }, { outcome: 'failure' });
    } catch (again) {
      // The caller gets the first error, which is probably the cause of this one.
      this.logger.error(`a failed ${entry.action} could not be recorded: ${String(again)}`);
    }
  }
}
