import { Get, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { ClearDatabaseRequest } from './clear-database.dto.js';
import { ClearDatabaseService, sourceKinds } from './clear-database.service.js';

const sourceKind = shape('SourceKindDto', { id: memory.int32(), name: memory.text({ example: 'Base' }) });
const sourceKindsShape = shape('SourceKindsDto', { kinds: memory.array(sourceKind) });

@ApiController('', 'graph')
export class ClearDatabaseController {
  constructor(private readonly database: ClearDatabaseService) {}

  @Get('graphs/source-kinds')
  @Allow('graph:read')
  @Operation({
    summary: 'List the sources of nodes that can be deleted',
    description: 'Active Directory (`Base`), Entra ID and Azure (`AZBase`), and all others (`Sourceless`).',
    answer: dataOf(sourceKindsShape.dto),
  })
  listSources(): { data: object } {
    return { data: { kinds: sourceKinds } };
  }

  @Post('clear-database')
  @Allow('graph:delete')
  @Operation({
    summary: 'Delete the graph and histories',
    description: 'Needs at least one part. Starts an analysis if the graph has changed.',
    status: 204,
    answer: noBody,
  })
  clear(@Caller() caller: Principal, @JsonBody(ClearDatabaseRequest) request: ClearDatabaseRequest): Promise<void> {
    return this.database.clear(request, caller.name);
  }
}
