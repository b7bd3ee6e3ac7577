import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../http/json-text.js';
import type { AuditLogRequest } from './audit-log.fields.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** Lists the audit log. src/auth/audit writes it. */
@Injectable()
export class AuditLogService {
  constructor(private readonly entries: AuditLogRepository) {}

  list(request: AuditLogRequest): Promise<JsonText> {
    return this.entries.listPage(request);
  }
}
