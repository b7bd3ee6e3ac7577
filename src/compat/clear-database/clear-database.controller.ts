import { Get, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { ClearDatabaseRequest } from './clear-database.dto.js';
import { ClearDatabaseService, sourceKinds } from './clear-database.service.js';

class SourceKindDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ example: 'Base' })
  readonly name!: string;
}

class SourceKindsDto {
  @ApiProperty({ type: [SourceKindDto] })
  readonly kinds!: readonly SourceKindDto[];
}

@ApiController('', 'graph')
export class ClearDatabaseController {
  constructor(private readonly database: ClearDatabaseService) {}

  @Get('graphs/source-kinds')
  @Allow('graph:read')
  @Operation({
    summary: 'List the sources of nodes that can be deleted',
    description: 'Active Directory (`Base`), Entra ID and Azure (`AZBase`), and all others (`Sourceless`).',
    answer: dataOf(SourceKindsDto),
  })
  listSources(): { data: SourceKindsDto } {
    return { data: { kinds: sourceKinds } };
  }

  @Post('clear-database')
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
