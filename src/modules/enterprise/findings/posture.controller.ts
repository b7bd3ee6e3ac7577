import { Get } from '@nestjs/common';
import { Allow } from '../../../auth/allow.decorator.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { PathText } from '../../../http/input/path.decorators.js';
import type { AskedRange } from '../../../http/input/date-time.js';
import { QueryRange, QueryTexts } from '../../../http/input/query.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { CountsWholeGraph } from '../../../http/notes/graph-notes.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { bare, Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { appliedRange } from '../../environments/environments.decorators.js';
import { QueryTag } from './findings.decorators.js';
import {
  type FindingTrendsDto,
  findingTrendsShape,
  postureHistories,
  type PostureHistoryDto,
  postureHistoryShape,
} from './posture.dto.js';
import { postureStatList, type PostureStatRequest, postureStatShape } from './posture.fields.js';
import { PostureService } from './posture.service.js';

const QueryEnvironments = () =>
  QueryTexts('environments', 'Object id of a domain or tenant. Several are counted together; none means all.');
@Requires('findings')
@CountsWholeGraph(true)
@ApiController('attack-paths', 'findings')
export class FindingTrendsController {
  constructor(private readonly service: PostureService) {}

  @Get('finding-trends')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Compare the findings of two times',
    description:
      'Without `start`, the range is the last 30 days, and at most the later half of the time since the first analysis.',
    answer: bare(findingTrendsShape.dto),
    basis: 'body',
  })
  list(
    @QueryEnvironments() environments: readonly string[],
    @QueryRange() range: AskedRange,
    @QueryTag() tag: number | undefined,
  ): Promise<FindingTrendsDto> {
    return this.service.trends({ environments, tag, ...range });
  }
}

@Requires('findings')
@CountsWholeGraph(true)
@ApiController('posture-stats', 'risk posture')
export class PostureStatsController {
  constructor(private readonly service: PostureService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the state of tier zero at each analysis',
    description: 'One row for each environment, newest first.',
    answer: pageOf(postureStatShape.dto, appliedRange),
    basis: 'body',
  })
  list(
    @QueryRange('from', 'to') range: AskedRange,
    @ListQuery(postureStatList) request: PostureStatRequest,
  ): Promise<JsonText> {
    return this.service.listStats(range, request);
  }
}

@Requires('findings')
@CountsWholeGraph(true)
@ApiController('posture-history', 'risk posture')
export class PostureHistoryController {
  constructor(private readonly service: PostureService) {}

  @Get(':data_type')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Get one value of the posture at each analysis',
    description:
      'Numbers of findings, of types with findings (`attack-paths`), of resolved findings (`archived-findings`) and of members of tier zero (`assets`) are sums of the environments. The others are means of shares.',
    answer: bare(postureHistoryShape.dto),
    basis: 'body',
  })
  get(
    @PathText('data_type', `One of ${postureHistories.join(', ')}.`) type: string,
    @QueryEnvironments() environments: readonly string[],
    @QueryRange() range: AskedRange,
    @QueryTag() tag: number | undefined,
  ): Promise<PostureHistoryDto> {
    return this.service.history(type, { environments, tag, ...range });
  }
}
