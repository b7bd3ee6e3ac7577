import { type AuditEntry, noNote, type Note } from './audit-entry.js';
import { AuditService } from './audit.service.js';

/** In place of the audit log, for tests without a database: work is done and nothing is recorded. */
export const withoutAudit = {
  provide: AuditService,
  useValue: { audited: <T>(_entry: AuditEntry, work: (note: Note) => Promise<T>): Promise<T> => work(noNote) },
};
