import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { auditEntryShape, auditLogList, type AuditLogRequest } from './audit-log.fields.js';

@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: Database) {}

  listPage(request: AuditLogRequest): Promise<JsonText> {
    return listPage(this.database, auditLogList, request, { from: 'audit_log', item: auditEntryShape.token });
  }
}
