import { Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { wantsCsv } from '../../http/csv/wants-csv.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation, withOthers } from '../../http/openapi/operation.decorator.js';
import { cypherGraphShape, cypherPlanShape, CypherRequestDto, cypherTableShape } from './cypher.dto.js';
import { CypherService } from './cypher.service.js';

@ApiController('graphs/cypher', 'cypher')
export class CypherController {
  constructor(private readonly service: CypherService) {}

  @Post()
  @Allow('queries:run', 'seen')
  @Cost(5)
  @Operation({
    summary: 'Run a query in Cypher',
    description:
      'Reads the graph by the reading part of openCypher. `Accept: text/csv` asks for a table as CSV. A query that is wrong, that writes, or that exceeds a limit is refused with its place or the limit.',
    answer: withOthers(dataOf(cypherGraphShape.dto), {
      'form=table': dataOf(cypherTableShape.dto),
      'explain=true': dataOf(cypherPlanShape.dto),
    }),
    errors: [404],
    isOfGraph: true,
  })
  async run(
    @JsonBody(CypherRequestDto) { query, parameters, form, explain = false, ...body }: CypherRequestDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const includesProperties = body.include_properties === true;
    const asked = { query, parameters: parameters ?? {}, explain };
    const isCsv = wantsCsv(request);
    response.vary('Accept');
    if (explain) return versioned(response, await this.service.plan(asked));
    if (isCsv || form === 'table')
      return versioned(response, await this.service.table(asked, includesProperties, isCsv));
    return versioned(response, await this.service.graph(asked, includesProperties));
  }
}
