import { Get, Res } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { QueryText } from '../../http/input/query.decorators.js';
import type { JsonParts } from '../../http/json-text.js';
import { setGraphVersion, versioned } from '../../http/openapi/graph-version.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation, pageOf, withOthers } from '../../http/openapi/operation.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import type { Page } from '../../http/list/list-description.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import {
  breakShape,
  changeGroupShape,
  changeList,
  type ChangeListRequest,
  changeShape,
  pointSchemas,
} from './changes.fields.js';
import { type AskedChanges, type AskedWays, ChangesQuery, PageQuery, WaysQuery } from './changes.query.js';
import { ChangesService } from './changes.service.js';
import { type EdgePageDto, edgeRowShape } from './edge-row.dto.js';
import { type LinkedEntityPage, linkedEntityShape } from '../entities/entities.dto.js';
import { type AskedEdges, EdgesQuery } from './edges.query.js';
import { EdgesService } from './edges.service.js';
import { type AskedExposure, ExposureQuery } from './ends.query.js';
import { type ExposureDto, exposureShape } from './exposure.dto.js';
import { ExposureService } from './exposure.service.js';
import { GraphsService } from './graphs.service.js';
import { type AskedPaths, costOfPaths, PathsQuery } from './paths.query.js';
import { newWayGroupShape, type NewWayGroupsPageDto, newWayShape, type NewWaysPageDto } from './new-ways.dto.js';
import { type RankingPageDto, rankingRowShape } from './ranking.dto.js';
import { type AskedRanking, costOfRanking, RankingQuery } from './ranking.query.js';
import { RankingService } from './ranking.service.js';
import { type ReachableDto, reachableShape, toReachableDto } from './reachable.dto.js';
import { type AskedReach, ReachableQuery } from './reachable.query.js';
import { ReachableService } from './reachable.service.js';
import { type UnifiedGraphDto, unifiedGraphShape } from './unified-graph.dto.js';
import { type AskedView, ViewQuery } from './view.query.js';

const anyId = 'Object id, whose case is ignored, or the id that the graph gives the node.';

@ApiController('graphs', 'paths')
export class GraphsController {
  constructor(
    private readonly service: GraphsService,
    private readonly edges: EdgesService,
    private readonly exposures: ExposureService,
    private readonly rankings: RankingService,
    private readonly changes: ChangesService,
    private readonly reaches: ReachableService,
  ) {}

  @Get('shortest-path')
  @Allow('graph:read', 'seen')
  @Cost(costOfPaths)
  @Operation({
    summary: 'Find the shortest paths between nodes',
    description:
      'Returns all shortest paths from each start to the ends that are nearest to it, merged into one graph; with `paths`, some of the shortest ones, which may differ in length. Without a path the answer is 404 with the code `graph.no_path`. If all paths of a start lead over objects that a limited account does not see, `stub` has the start and its ends.',
    answer: dataOf(unifiedGraphShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getShortestPaths(
    @PathsQuery() asked: AskedPaths,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonParts> {
    return versioned(response, await this.service.shortestPaths(asked));
  }

  @Get('reachable')
  @Allow('graph:read', 'seen')
  @Cost(10)
  @Operation({
    summary: 'Count or list the nodes that reach nodes, or that they reach',
    description:
      'Counts over any number of edges, by kind. The nodes at which the walk begins are not counted. `type=list` returns the nodes.',
    answer: {
      ...withOthers(dataOf(reachableShape.dto), { 'type=list': pageOf(linkedEntityShape.dto) }),
      row: linkedEntityShape.dto,
    },
    errors: [404],
    isOfGraph: true,
  })
  async getReachable(
    @ReachableQuery() { page, ...asked }: AskedReach,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: ReachableDto } | LinkedEntityPage> {
    if (page) return versioned(response, await this.reaches.page(asked, page));
    const found = await this.reaches.count(asked);
    setGraphVersion(response, found.version);
    return { data: toReachableDto(found) };
  }

  @Get('edges')
  @Allow('graph:read', 'seen')
  @Cost(5)
  @Operation({
    summary: 'List edges between nodes',
    description:
      'Returns the edges from some nodes to others, one step long. At least one end is given. They are in the order of the ids of their starts, or of their ends if any node may be the start.',
    answer: pageOf(edgeRowShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async listEdges(
    @EdgesQuery() asked: AskedEdges,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EdgePageDto> {
    return versioned(response, await this.edges.page(asked));
  }

  @Get('exposure')
  @Allow('graph:read', 'seen')
  @Cost(10)
  @Operation({
    summary: 'Count the accounts that reach nodes',
    description:
      'Counts the enabled accounts that reach any of the ends over any number of edges, by kind and by domain or tenant. By default the ends are the members of tier zero. The ends themselves are not counted.',
    answer: dataOf(exposureShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getExposure(
    @ExposureQuery() asked: AskedExposure,
    @ViewQuery(true) view: AskedView,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: ExposureDto }> {
    return { data: versioned(response, await this.exposures.exposure(asked, view)) };
  }

  @Get('ranking')
  @Allow('graph:read', 'seen')
  @Cost(costOfRanking)
  @Operation({
    summary: 'Rank nodes and edges',
    description:
      'Ranks nodes by how many nodes they reach or are reached by, over any number of edges; or nodes and edges by how many enabled accounts reach the ends only through them. Exact; computed once for each version of the graph. If it needs too much memory, the answer is 503 with the code `graph.ranking_too_large`.',
    answer: pageOf(rankingRowShape.dto, {
      greedy: { type: 'boolean', description: 'Whether each row was chosen after the former ones were removed.' },
    }),
    errors: [404],
    isOfGraph: true,
  })
  async listRanking(
    @RankingQuery() asked: AskedRanking,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RankingPageDto> {
    return versioned(response, await this.rankings.page(asked));
  }

  @Get('changes')
  @Allow('graph:read', 'seen')
  @Cost(10)
  @Operation({
    summary: 'List what changed in the graph',
    description:
      'Compares the graphs that two runs of the analysis left: edges and described nodes that came or went, stated or derived, and nodes whose watched properties changed. `groups` counts all changes by kind and environment, whatever the filters are. If the log of changes does not go back to the time, the answer is 400 with the code `graph.changes_unknown`.',
    answer: pageOf(changeShape.dto, {
      ...pointSchemas,
      breaks: {
        type: 'array',
        items: { $ref: getSchemaPath(breakShape.dto) },
        description: 'Changes of the graph in between that no file made. Deleted and expired data count as gone.',
      },
      groups: { type: 'array', items: { $ref: getSchemaPath(changeGroupShape.dto) } },
    }),
    basis: 'body',
    errors: [404],
  })
  @ApiExtraModels(breakShape.dto, changeGroupShape.dto)
  listChanges(
    @ChangesQuery() asked: AskedChanges,
    @ListQuery(changeList) request: ChangeListRequest,
  ): Promise<JsonText> {
    return this.changes.list(asked, request);
  }

  @Get('new-ways')
  @Allow('graph:read', 'seen')
  @Cost(20)
  @Operation({
    summary: 'List accounts with new ways into tier zero',
    description:
      'Lists the enabled accounts that reached tier zero over traversable edges when the later run of the analysis ended, and did not when the earlier one ended; each with a shortest way, whose new edges are marked. Each run has its own tier zero. Accounts that are removed by now are left out. `groups=true` returns the accounts by the new edge that opened their way.',
    answer: {
      ...withOthers(pageOf(newWayShape.dto, pointSchemas), {
        'groups=true': pageOf(newWayGroupShape.dto, pointSchemas),
      }),
      row: newWayShape.dto,
    },
    isOfGraph: true,
  })
  async listNewWays(
    @WaysQuery() { isGrouped, ...asked }: AskedWays,
    @PageQuery() { skip, limit }: Page,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewWaysPageDto | NewWayGroupsPageDto> {
    if (isGrouped) return versioned(response, await this.changes.newWayGroups(asked, skip, limit));
    return versioned(response, await this.changes.newWays(asked, skip, limit));
  }

  @Get('edge-composition')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Explain a derived edge by stored ones',
    description:
      'Returns the edges from which the analysis has derived an edge. An edge that a source states, or that follows from properties of its nodes, is returned as it is.',
    answer: dataOf(unifiedGraphShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getEdgeComposition(
    @QueryText('source_node', `Start of the edge. ${anyId}`) source: string,
    @QueryText('target_node', `End of the edge. ${anyId}`) target: string,
    @QueryText('edge_type', 'Kind of the edge.') kind: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: UnifiedGraphDto }> {
    return { data: versioned(response, await this.service.composition(source, kind, target)) };
  }
}
