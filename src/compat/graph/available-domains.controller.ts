import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { column, describeList, type ListRequest } from '../../http/list/list-description.js';
import type { PageOf } from '../../http/list/list-page.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { KindsService, type ShownKind } from '../../modules/extensions/kinds.service.js';
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
  @ApiProperty({ description: '`active-directory`, `azure`, or the kind of an environment of an extension.' })
  readonly type!: string;

  @ApiProperty({ example: 'BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ description: 'Object id: the SID of a domain, the id of a tenant or of another environment.' })
  readonly id!: string;

  @ApiProperty({ description: 'False for an environment that is known only by reference.' })
  readonly collected!: boolean;

  @ApiProperty({ type: 'integer', required: false, description: 'Id of its kind of nodes. Of extensions only.' })
  readonly environment_kind_id?: number;

  @ApiProperty({ required: false, description: 'Name of the kind. Of extensions only.' })
  readonly environment_kind_name?: string;

  @ApiProperty({ required: false, description: 'Name of the kind for people. Of extensions only.' })
  readonly environment_kind_display_name?: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    required: false,
    description: 'Null: exposure is not computed yet. Only in the enterprise edition.',
  })
  readonly impactValue?: null;
}

/** Lists environments as clients of the reference product expect them. */
@ApiController('available-domains', 'domains')
export class AvailableDomainsController {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly kinds: KindsService,
    private readonly capabilities: Capabilities,
  ) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the environments of the graph', answer: dataListOf(AvailableDomainDto) })
  async list(@ListQuery(availableDomainList) request: AvailableDomainListRequest): Promise<PageOf<AvailableDomainDto>> {
    // src/compat/wire refuses too many and removes the page.
    const { data, ...page } = await this.environments.listPresent(availableDomainList, request);
    const hasImpact = this.capabilities.has('enterprise-operations');
    const ofExtensions = data.flatMap(({ type, kind }) => (type === null ? [kind] : []));
    const kinds = ofExtensions.length > 0 ? await this.kinds.describe('ofNodes', ofExtensions) : [];
    return { ...page, data: data.map((it) => toAvailableDomainDto(it, kinds, hasImpact)) };
  }
}

const typeNames = { domain: 'active-directory', tenant: 'azure' } as const;

function toAvailableDomainDto(
  { type, kind, name, objectid, collected }: PresentEnvironment,
  kinds: readonly ShownKind[],
  hasImpact: boolean,
): AvailableDomainDto {
  const of = kinds.find((it) => it.name === kind);
  return {
    type: type === null ? kind : typeNames[type],
    name,
    id: objectid,
    collected,
    ...(type === null &&
      of && {
        environment_kind_id: of.id,
        environment_kind_name: kind,
        environment_kind_display_name: of.displayName || kind,
      }),
    ...(hasImpact && { impactValue: null }),
  };
}
