import type { Transaction } from '../../database/transaction.js';

export const auditOutcomes = ['success', 'failure'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export type AuditDetails = Readonly<Record<string, unknown>>;

/** A change or an attempt. `AuditService` adds the caller, the time and the request. */
export interface AuditEntry {
  /** The database contains these names, so a new version must keep them. docs/api.md lists all. */
  readonly action: `${string}.${string}` | 'login';
  /** Path of the changed resource below `/api/v2`, such as `accounts/5f0c…`. */
  readonly resource: string;
  /** Must not contain secrets. */
  readonly details?: AuditDetails;
}

/** The name of the actor for the command line and for background work. No account can have this name. */
export const systemName = '(system)';

/** Writes the entry of a success in the transaction of the change, so that both commit or neither. */
export type AuditNote = (on: Transaction, details?: AuditDetails) => Promise<void>;
