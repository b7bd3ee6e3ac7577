import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import type { PrincipalKind } from '../../graph/graph-reader.js';
import { PathText } from '../../http/input/path.decorators.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { anyOf, dataOf, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { adminRightsList, type AdminRightsRequest, ListOnlyQuery } from './admin-rights.list.js';
import { EntityDto, EntityGraphDto, toEntityDto, toEntityGraphDto } from './entities.dto.js';
import { EntitiesService } from './entities.service.js';

type AnswerType = 'list' | 'graph';

interface EntityPageDto {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly data: readonly EntityDto[];
}

const AdminRightsOperation = (of: string) =>
  Operation({
    summary: `List the admin rights of a ${of}`,
    description: `Lists each computer on which the ${of} has AdminTo once, directly or through groups of any depth. \`type=graph\` returns the paths that lead to these rights.`,
    answer: anyOf(pageOf(EntityDto), dataOf(EntityGraphDto)),
    errors: [404],
  });

const PathObject = () => PathText('object_id', 'Object id. The case of letters is ignored.');
const QueryType = () => QueryChoice('type', ['list', 'graph'], 'list', 'Shape of the response.');

@ApiController('', 'entities')
export class EntitiesController {
  constructor(private readonly service: EntitiesService) {}

  @Get('users/:object_id/admin-rights')
  @Allow('graph:read')
  @AdminRightsOperation('user')
  ofUser(
    @PathObject() objectid: string,
    @QueryType() type: AnswerType,
    @ListOnlyQuery(adminRightsList) request: AdminRightsRequest,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    return this.adminRights('User', objectid, type, request);
  }

  @Get('groups/:object_id/admin-rights')
  @Allow('graph:read')
  @AdminRightsOperation('group')
  ofGroup(
    @PathObject() objectid: string,
    @QueryType() type: AnswerType,
    @ListOnlyQuery(adminRightsList) request: AdminRightsRequest,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    return this.adminRights('Group', objectid, type, request);
  }

  @Get('computers/:object_id/admin-rights')
  @Allow('graph:read')
  @AdminRightsOperation('computer')
  ofComputer(
    @PathObject() objectid: string,
    @QueryType() type: AnswerType,
    @ListOnlyQuery(adminRightsList) request: AdminRightsRequest,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    return this.adminRights('Computer', objectid, type, request);
  }

  private async adminRights(
    kind: PrincipalKind,
    objectid: string,
    type: AnswerType,
    request: AdminRightsRequest,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    if (type === 'graph') return { data: toEntityGraphDto(await this.service.adminRightsGraph(kind, objectid)) };
    const { count, entities } = await this.service.adminRights(kind, objectid, request);
    return { count, skip: request.skip, limit: request.limit, data: entities.map(toEntityDto) };
  }
}
