import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { column, describeList, type ListRequest } from '../../http/list/list-description.js';
import type { PageOf } from '../../http/list/list-page.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { EnvironmentsService, type PresentEnvironment } from '../../modules/environments/environments.service.js';

const availableDomainList = describeList({
  columns: {
    objectid: column.string('t.objectid', 'sort', 'filter'),
    name: column.string('t.name', 'sort', 'filter'),
    collected: column.boolean('t.collected', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 't.objectid',
});

type AvailableDomainListRequest = ListRequest<keyof typeof availableDomainList.columns>;

class AvailableDomainDto {
  @ApiProperty({ enum: ['active-directory', 'azure'] })
  readonly type!: 'active-directory' | 'azure';

  @ApiProperty({ example: 'BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ description: 'Object id: the SID of a domain or the id of a tenant.' })
  readonly id!: string;

  @ApiProperty({ description: 'False for a domain or tenant that is known only by reference.' })
  readonly collected!: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    required: false,
    description: 'Null: exposure is not computed yet. Only in the enterprise edition.',
  })
  readonly impactValue?: null;
}

/** Lists domains and tenants as clients of the reference product expect them. */
@ApiController('available-domains', 'domains')
export class AvailableDomainsController {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly capabilities: Capabilities,
  ) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the domains and tenants of the graph', answer: dataListOf(AvailableDomainDto) })
  async list(@ListQuery(availableDomainList) request: AvailableDomainListRequest): Promise<PageOf<AvailableDomainDto>> {
    // src/compat/wire refuses too many and removes the page.
    const { data, ...page } = await this.environments.listPresent(availableDomainList, request);
    const hasImpact = this.capabilities.has('enterprise-operations');
    return { ...page, data: data.map((it) => toAvailableDomainDto(it, hasImpact)) };
  }
}

function toAvailableDomainDto(
  { type, name, objectid, collected }: PresentEnvironment,
  hasImpact: boolean,
): AvailableDomainDto {
  const shownType = type === 'tenant' ? 'azure' : 'active-directory';
  return { type: shownType, name, id: objectid, collected, ...(hasImpact && { impactValue: null }) };
}
