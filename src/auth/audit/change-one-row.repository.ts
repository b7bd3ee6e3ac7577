import type { EntityManager } from 'typeorm';
import type { AuditNote } from './audit-entry.js';

/** Changes one row and writes the audit log in one transaction. False if there is no such row; then `note` is not called. */
export function changeOneRow(
  manager: EntityManager,
  note: AuditNote,
  change: (manager: EntityManager) => Promise<{ affected?: number | null }>,
): Promise<boolean> {
  return manager.transaction(async (inTransaction) => {
    if ((await change(inTransaction)).affected !== 1) return false;
    await note(inTransaction);
    return true;
  });
}
