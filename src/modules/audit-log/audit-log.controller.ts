import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { polledPageOf } from '../../http/openapi/polled-page.js';
import { auditEntryShape, auditLogList, type AuditLogRequest } from './audit-log.fields.js';
import { AuditLogService } from './audit-log.service.js';

@ApiController('audit', 'audit log')
export class AuditLogController {
  constructor(private readonly service: AuditLogService) {}

  @Get()
  @Allow('audit:read')
  @Operation({ summary: 'List the audit log, newest first', answer: polledPageOf(auditEntryShape.dto) })
  list(@ListQuery(auditLogList) request: AuditLogRequest): Promise<JsonText> {
    return this.service.list(request);
  }
}
