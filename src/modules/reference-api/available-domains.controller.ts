import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { availableDomainList, type AvailableDomainListRequest } from './available-domains.list.js';
import { AvailableDomainsService } from './available-domains.service.js';

class AvailableDomainDto {
  @ApiProperty({ enum: ['active-directory', 'azure'] })
  readonly type!: 'active-directory' | 'azure';

  @ApiProperty({ example: 'BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ description: 'Object id: the SID of a domain, or the id of a tenant.' })
  readonly id!: string;

  @ApiProperty()
  readonly collected!: boolean;
}

@ApiController('available-domains', 'domains')
export class AvailableDomainsController {
  constructor(private readonly domains: AvailableDomainsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the domains and tenants of the graph', answer: dataListOf(AvailableDomainDto) })
  async list(
    @ListQuery(availableDomainList) request: AvailableDomainListRequest,
  ): Promise<{ data: AvailableDomainDto[] }> {
    return { data: await this.domains.list(request) };
  }
}
