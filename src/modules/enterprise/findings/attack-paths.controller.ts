import { Get, Put } from '@nestjs/common';
import { Allow } from '../../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../../auth/principal.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { PathInt } from '../../../http/input/path.decorators.js';
import { QueryTexts } from '../../../http/input/query.decorators.js';
import { JsonStream, type JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { CountsWholeGraph } from '../../../http/notes/graph-notes.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { bare, dataListOf, dataOf, noBody, Operation } from '../../../http/openapi/operation.decorator.js';
import { polledPageOf } from '../../../http/openapi/polled-page.js';
import { AnalysisRunsService } from '../../analysis-runs/analysis-runs.service.js';
import { findingDetailShape } from './finding-details.fields.js';
import { AcceptanceRequest, allFindingsShape, type FindingTypeDto, findingTypeShape } from './findings.dto.js';
import {
  findingList,
  type FindingListRequest,
  findingNameList,
  type FindingNameRequest,
  findingShape,
} from './findings.fields.js';
import { namesAnswer, QueryTag } from './findings.decorators.js';
import { FindingsService } from './findings.service.js';

const QueryEnvironments = () =>
  QueryTexts('environment_id', 'Object id of a domain or tenant. Several mean any of them.');

@Requires('findings')
@CountsWholeGraph(true)
@ApiController('attack-path-types', 'findings')
export class AttackPathTypesController {
  constructor(private readonly service: FindingsService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the names of all types of findings', answer: namesAnswer })
  async list(@ListQuery(findingNameList) request: FindingNameRequest): Promise<{ data: string[] }> {
    return { data: await this.service.filterNames(request) };
  }
}

@Requires('findings')
@CountsWholeGraph(true)
@ApiController('attack-paths', 'findings')
export class AttackPathsController {
  constructor(
    private readonly service: FindingsService,
    private readonly analysis: AnalysisRunsService,
  ) {}

  @Put()
  @Allow('graph:write')
  @Operation({
    summary: 'Request a run of the analysis, which finds findings',
    description: 'As `PUT /api/v2/analysis`, without a body.',
    status: 202,
    answer: noBody,
  })
  async request(@Caller() caller: Principal): Promise<void> {
    await this.analysis.request(caller.name);
  }

  @Get('finding-types')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the types of present findings by title',
    answer: dataListOf(findingTypeShape.dto),
    basis: 'body',
  })
  async listPresentTypes(
    @QueryEnvironments() environments: readonly string[],
    @QueryTag() tag: number | undefined,
  ): Promise<{ data: FindingTypeDto[] }> {
    return { data: await this.service.listTypes({ environments, tag }) };
  }

  @Get('findings')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List findings',
    description:
      'Active ones, unless a filter names a `status`. The riskiest are first. A poll by `cursor` or `since` returns each finding after each change of its status or severity.',
    answer: polledPageOf(findingShape.dto),
    basis: 'body',
  })
  list(
    @ListQuery(findingList) request: FindingListRequest,
    @QueryEnvironments() environments: readonly string[],
  ): Promise<JsonText> {
    return this.service.list(request, environments);
  }

  @Get('details')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Get all findings with the texts of their types',
    description: 'Without those that are remediated.',
    answer: bare(allFindingsShape.dto),
    basis: 'body',
  })
  getDetails(): JsonStream {
    return new JsonStream(this.service.all());
  }

  @Put(':attack_path_id/acceptance')
  @Allow('graph:write')
  @Operation({
    summary: 'Accept the risk of a finding until a time, or no longer',
    description: 'An accepted risk stays in the counts of posture and trends.',
    answer: dataOf(findingDetailShape.dto),
  })
  accept(
    @PathInt('attack_path_id', 'Id of the finding.') id: number,
    @JsonBody(AcceptanceRequest) body: AcceptanceRequest,
    @Caller() caller: Principal,
  ): Promise<JsonText> {
    return this.service.accept(id, body, caller.name);
  }
}
