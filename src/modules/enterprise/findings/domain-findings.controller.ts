import { Get } from '@nestjs/common';
import { Allow } from '../../../auth/allow.decorator.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { PathText } from '../../../http/input/path.decorators.js';
import type { AskedRange } from '../../../http/input/date-time.js';
import { QueryChoice, QueryRange, QueryText } from '../../../http/input/query.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { CountsWholeGraph } from '../../../http/notes/graph-notes.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { appliedRange } from '../../environments/environments.decorators.js';
import { namesAnswer, QueryTag } from './findings.decorators.js';
import { findingDetailList, type FindingDetailRequest, findingDetailShape } from './finding-details.fields.js';
import { findingNameList, type FindingNameRequest } from './findings.fields.js';
import { acceptanceFilters, FindingsService } from './findings.service.js';
import { sparklineList, type SparklineRequest, sparklineShape } from './posture.fields.js';
import { PostureService } from './posture.service.js';

const PathDomain = () => PathText('domain_id', 'Object id or name of the domain or tenant.');
const QueryFinding = () => QueryText('finding', 'Name of the type of findings.');

@Requires('findings')
@CountsWholeGraph(true)
@ApiController('domains', 'findings')
export class DomainFindingsController {
  constructor(
    private readonly service: FindingsService,
    private readonly posture: PostureService,
  ) {}

  @Get(':domain_id/available-types')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the names of the types of findings in a domain', answer: namesAnswer, basis: 'body' })
  async listNames(
    @PathDomain() domain: string,
    @QueryTag() tag: number | undefined,
    @ListQuery(findingNameList) request: FindingNameRequest,
  ): Promise<{ data: string[] }> {
    return { data: await this.service.listNames(domain, tag, request) };
  }

  @Get(':domain_id/details')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the findings of a type in a domain',
    description: 'With the present properties of both ends, without those that are remediated.',
    answer: pageOf(findingDetailShape.dto),
    basis: 'body',
  })
  listDetails(
    @PathDomain() domain: string,
    @QueryFinding() finding: string,
    @QueryTag() tag: number | undefined,
    @ListQuery(findingDetailList) request: FindingDetailRequest,
  ): Promise<JsonText> {
    return this.service.listDetails(domain, finding, tag, request);
  }

  @Get(':domain_id/attack-path-findings')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the findings of a type in a domain by acceptance',
    description: 'For a table: as `details`, and CSV if the client asks for it.',
    answer: pageOf(findingDetailShape.dto),
    basis: 'body',
  })
  listByAcceptance(
    @PathDomain() domain: string,
    @QueryFinding() finding: string,
    @QueryChoice('filterAccepted', acceptanceFilters, 'all', 'Which findings by their acceptance.')
    accepted: (typeof acceptanceFilters)[number],
    @ListQuery(findingDetailList) request: FindingDetailRequest,
  ): Promise<JsonText> {
    return this.service.listByAcceptance(domain, finding, accepted, request);
  }

  @Get(':domain_id/sparkline')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the counts of the findings of a type in a domain over time',
    description: 'One row for each analysis that found some, oldest first.',
    answer: pageOf(sparklineShape.dto, appliedRange),
    basis: 'body',
  })
  listSparkline(
    @PathDomain() domain: string,
    @QueryFinding() finding: string,
    @QueryTag() tag: number | undefined,
    @QueryRange('from', 'to') range: AskedRange,
    @ListQuery(sparklineList) request: SparklineRequest,
  ): Promise<JsonText> {
    return this.posture.listSparkline(domain, finding, tag, range, request);
  }
}
