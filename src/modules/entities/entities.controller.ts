import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import type { PrincipalKind } from '../../graph/graph-entity.js';
import { PathText } from '../../http/input/path.decorators.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import { setGraphVersion } from '../../http/openapi/graph-version.js';
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
    isOfGraph: true,
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
    @Res({ passthrough: true }) response: Response,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    return type === 'graph' ? this.paths('User', objectid, response) : this.page('User', objectid, request, response);
  }

  @Get('groups/:object_id/admin-rights')
  @Allow('graph:read')
  @AdminRightsOperation('group')
  ofGroup(
    @PathObject() objectid: string,
    @QueryType() type: AnswerType,
    @ListOnlyQuery(adminRightsList) request: AdminRightsRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    return type === 'graph' ? this.paths('Group', objectid, response) : this.page('Group', objectid, request, response);
  }

  @Get('computers/:object_id/admin-rights')
  @Allow('graph:read')
  @AdminRightsOperation('computer')
  ofComputer(
    @PathObject() objectid: string,
    @QueryType() type: AnswerType,
    @ListOnlyQuery(adminRightsList) request: AdminRightsRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EntityPageDto | { data: EntityGraphDto }> {
    return type === 'graph'
      ? this.paths('Computer', objectid, response)
      : this.page('Computer', objectid, request, response);
  }

  private async page(
    kind: PrincipalKind,
    objectid: string,
    request: AdminRightsRequest,
    response: Response,
  ): Promise<EntityPageDto> {
    const { version, answer } = await this.service.adminRights(kind, objectid, request);
    setGraphVersion(response, version);
    return { count: answer.count, skip: request.skip, limit: request.limit, data: answer.entities.map(toEntityDto) };
  }

  private async paths(kind: PrincipalKind, objectid: string, response: Response): Promise<{ data: EntityGraphDto }> {
    const { version, answer } = await this.service.adminRightsGraph(kind, objectid);
    setGraphVersion(response, version);
    return { data: toEntityGraphDto(answer) };
  }
}
