import { Get, Put } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import {
  analysisRunList,
  type AnalysisRunListRequest,
  analysisRunShape,
  analysisStatusShape,
} from './analysis-runs.fields.js';
import { AnalysisRunsService } from './analysis-runs.service.js';

@ApiController('analysis', 'analysis')
export class AnalysisRunsController {
  constructor(private readonly service: AnalysisRunsService) {}

  @Put()
  @Allow('graph:write')
  @Operation({
    summary: 'Request a run of the analysis',
    description:
      'Returns the run that will analyse the graph as it is now: a new run, or the one that is already waiting.',
    status: 202,
    answer: dataOf(analysisRunShape.dto),
  })
  request(@Caller() caller: Principal): Promise<JsonText> {
    return this.service.request(caller.name);
  }

  @Get('status')
  @Allow('graph:read')
  @Operation({ summary: 'Get the state of the analysis and its last run', answer: dataOf(analysisStatusShape.dto) })
  status(): Promise<JsonText> {
    return this.service.getStatus();
  }

  @Get('runs')
  @Allow('graph:read')
  @Operation({ summary: 'List the runs of the analysis, newest first', answer: pageOf(analysisRunShape.dto) })
  list(@ListQuery(analysisRunList) request: AnalysisRunListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Get('runs/:run_id')
  @Allow('graph:read')
  @Operation({ summary: 'Get a run of the analysis', answer: dataOf(analysisRunShape.dto) })
  get(@PathUuid('run_id', 'Id of the run.') id: string): Promise<JsonText> {
    return this.service.get(id);
  }
}
