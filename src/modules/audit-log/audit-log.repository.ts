import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import {
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { auditLogList, type AuditLogRequest } from './audit-log.list.js';

const item = objectToken({
  id: numberToken('id'),
  at: timeToken('at'),
  actor: textToken('account_name'),
  account_id: optionalToken(plainTextToken('account_id')),
  action: plainTextToken('action'),
  resource: textToken('resource'),
  outcome: plainTextToken('outcome'),
  details: 'details::text',
  request_id: optionalToken(plainTextToken('request_id')),
});

@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: Database) {}

  listPage(request: AuditLogRequest): Promise<JsonText> {
    return listPage(this.database, auditLogList, request, { from: 'audit_log', item });
  }
}
