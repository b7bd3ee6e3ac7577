import type { AuditEntry, AuditNote } from './audit-entry.js';
import { AuditService } from './audit.service.js';

/** Writes no entry. */
export const noAuditNote: AuditNote = () => Promise.resolve();

/** Replaces the audit log in tests without a database: runs the work and records nothing. */
export const withoutAudit = {
  provide: AuditService,
  useValue: {
    audited: <T>(_entry: AuditEntry, work: (note: AuditNote) => Promise<T>): Promise<T> => work(noAuditNote),
  },
};
