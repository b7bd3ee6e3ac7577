import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../base/errors.js';
import { type Caller, currentScope, runWithoutScope } from '../../base/scope/request-scope.js';
import type { Transaction } from '../../database/transaction.js';
import { BackgroundWork, type ProcessSignal } from '../../queue/background-work.js';
import { type AuditDetails, type AuditEntry, type AuditOutcome, type AuditNote, systemName } from './audit-entry.js';
import { AuditRepository, type StoredEntry } from './audit.repository.js';

interface RecordOptions {
  /** Default: `success`. */
  readonly outcome?: AuditOutcome;
  /** Default: the caller of the request, or the system outside of requests. */
  readonly actor?: Caller;
  /** The transaction of the change. If absent, the entry has a transaction of its own. */
  readonly on?: Transaction;
}

/** An entry that a transaction has written. */
export interface NotedEntry {
  readonly id: string;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly details: AuditDetails;
}

/** Sent in the transaction of a change, after its entry was written. */
export const auditNoted: ProcessSignal<[NotedEntry, Transaction]> = { name: 'audit.noted' };

/** Writes the audit log (docs/adr/0019-deletion-and-audit.md). */
@Injectable()
export class AuditService {
  private readonly logger = new Logger(AuditService.name);

  constructor(
    private readonly entries: AuditRepository,
    private readonly background: BackgroundWork = new BackgroundWork(),
  ) {}

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
    if (!on) return void (await runWithoutScope(() => this.entries.insert(row)));
    const entryId = await this.entries.insert(row, on);
    await this.background.emit(auditNoted, { id: entryId, action, outcome, details }, on);
  }

  /** @returns undefined if the entry has expired */
  find(id: string): Promise<StoredEntry | undefined> {
    return this.entries.find(id);
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
