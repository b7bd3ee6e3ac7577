import { Delete } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { type GraphDeletionDto, graphDeletionShape, toGraphDeletionDto } from './graph-deletion.dto.js';
import { DeletionQuery, type DeletionRequest } from './deletion-query.decorator.js';
import { GraphDeletionService } from './graph-deletion.service.js';

@ApiController('graph', 'graph')
export class GraphController {
  constructor(private readonly deletions: GraphDeletionService) {}

  @Delete()
  @Allow('graph:delete')
  @Operation({
    summary: 'Delete nodes and edges of the graph',
    description:
      'Deletes the nodes, with all their edges, and the edges that match all criteria. Needs at least one criterion, or `all=true`. Deletes nothing if the request times out.',
    answer: dataOf(graphDeletionShape.dto),
  })
  async delete(
    @Caller() caller: Principal,
    @DeletionQuery() request: DeletionRequest,
  ): Promise<{ data: GraphDeletionDto }> {
    return { data: toGraphDeletionDto(await this.deletions.delete(request, caller.name)) };
  }
}
