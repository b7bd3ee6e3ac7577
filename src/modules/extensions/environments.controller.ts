import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { environmentList, type EnvironmentListRequest, environmentShape } from '../environments/environments.fields.js';
import { EnvironmentsService } from '../environments/environments.service.js';

@ApiController('environments', 'extensions')
export class EnvironmentsController {
  constructor(private readonly service: EnvironmentsService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the environments of extensions',
    description: 'The nodes of the kinds that extensions name as environments.',
    answer: pageOf(environmentShape.dto),
  })
  list(@ListQuery(environmentList) request: EnvironmentListRequest): Promise<JsonText> {
    return this.service.listOfExtensions(request);
  }
}
