import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { PathInt } from '../../http/input/path.decorators.js';
import { QueryTexts } from '../../http/input/query.decorators.js';
import { FilterQuery } from '../../http/list/list-query.decorator.js';
import { QueryFlag } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import {
  type EdgeKindDto,
  edgeKindShape,
  type KindNamesDto,
  kindNamesShape,
  type NodeKindDto,
  nodeKindShape,
  type RelationshipKindDto,
  relationshipKindShape,
  toEdgeKindDto,
  toKindDescriptionDtos,
  toKindTextsDtos,
  toNodeKindDto,
  toPropertyDtos,
  toRelationshipKindDto,
} from './kinds.dto.js';
import { type EdgeKindFilters, edgeKindFilters, type KindNameFilters, kindNameFilters } from './kinds.list.js';
import { KindsService } from './kinds.service.js';

/** Kinds of nodes and edges. */
@ApiController('', 'extensions')
export class KindsController {
  constructor(private readonly kinds: KindsService) {}

  @Get('graphs/kinds')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the names of all kinds',
    description: '`type` is `node` or `edge`. A kind that a file added is in both.',
    answer: dataOf(kindNamesShape.dto),
  })
  async list(
    @FilterQuery(kindNameFilters) filters: KindNameFilters,
    @QueryFlag('descriptions', false, 'Whether the answer describes the kinds of edges of the service.')
    withDescriptions: boolean,
    @QueryFlag('panels', false, 'Whether the answer has the texts of extensions about their kinds.')
    withPanels: boolean,
    @QueryFlag('properties', false, 'Whether the answer has the properties of nodes that collectors send.')
    withProperties: boolean,
  ): Promise<{ data: KindNamesDto }> {
    const kinds = await this.kinds.listNames(filters);
    return {
      data: {
        kinds,
        ...(withDescriptions && { descriptions: kinds.flatMap(toKindDescriptionDtos) }),
        ...(withPanels && { panels: (await this.kinds.listOfExtensions()).flatMap(toKindTextsDtos) }),
        ...(withProperties && { properties: toPropertyDtos() }),
      },
    };
  }

  @Get('extensions-edges')
  @Allow('graph:read')
  @Operation({
    summary: 'List the kinds of edges that the service and extensions describe',
    answer: dataListOf(edgeKindShape.dto),
  })
  async listEdges(
    @QueryTexts('schemas', 'Names of extensions; `AD` and `AZ` for kinds of the service.') schemas: readonly string[],
    @FilterQuery(edgeKindFilters) filters: EdgeKindFilters,
  ): Promise<{ data: EdgeKindDto[] }> {
    return { data: (await this.kinds.listEdgeKinds(schemas, filters)).map(toEdgeKindDto) };
  }

  @Get('node-kinds/:node_kind_id')
  @Allow('graph:read')
  @Operation({ summary: 'Get a kind of nodes', answer: dataOf(nodeKindShape.dto) })
  async getNode(@PathInt('node_kind_id', 'Id of the kind.') id: number): Promise<{ data: NodeKindDto }> {
    return { data: toNodeKindDto(await this.kinds.getNodeKind(id)) };
  }

  @Get('relationship-kinds/:relationship_kind_id')
  @Allow('graph:read')
  @Operation({ summary: 'Get a kind of edges', answer: dataOf(relationshipKindShape.dto) })
  async getRelationship(
    @PathInt('relationship_kind_id', 'Id of the kind.') id: number,
  ): Promise<{ data: RelationshipKindDto }> {
    return { data: toRelationshipKindDto(await this.kinds.getEdgeKind(id)) };
  }
}
