import { Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { ClearDatabaseRequest } from './clear-database.dto.js';
import { ClearDatabaseService } from './clear-database.service.js';

@ApiController('clear-database', 'graph')
export class ClearDatabaseController {
  constructor(private readonly database: ClearDatabaseService) {}

  @Post()
  @Allow('graph:delete')
  @Operation({
    summary: 'Delete the graph and histories',
    description: 'Needs at least one part. Starts an analysis if the graph has changed.',
    status: 204,
    answer: noBody,
    errors: [413, 415],
  })
  clear(@Caller() caller: Principal, @JsonBody(ClearDatabaseRequest) request: ClearDatabaseRequest): Promise<void> {
    return this.database.clear(request, caller.name);
  }
}
