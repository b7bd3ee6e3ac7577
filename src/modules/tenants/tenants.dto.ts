import { ApiProperty } from '@nestjs/swagger';
import { Count, RecordDto } from '../../http/openapi/wire.dto.js';
import { LastSeen, RunId } from '../environments/environments.decorators.js';

export class TenantDto {
  @ApiProperty({
    example: '6C12B0B0-B2CC-4A73-8252-0B94BFCA2145',
    description: 'Object id of the tenant in the graph.',
  })
  readonly tenantid!: string;

  @ApiProperty({ example: 'BIRCH' })
  readonly name!: string;

  @LastSeen()
  readonly last_seen!: string;
}

export class TenantDataQualityDto extends RecordDto {
  @ApiProperty({ format: 'uuid', description: 'Object id of the tenant.' })
  readonly tenantid!: string;

  @Count('Users.')
  readonly users!: number;

  @Count('Groups.')
  readonly groups!: number;

  @Count('App registrations.')
  readonly apps!: number;

  @Count('Service principals.')
  readonly service_principals!: number;

  @Count('Devices.')
  readonly devices!: number;

  @Count('Management groups.')
  readonly management_groups!: number;

  @Count('Subscriptions.')
  readonly subscriptions!: number;

  @Count('Resource groups.')
  readonly resource_groups!: number;

  @Count('Virtual machines.')
  readonly vms!: number;

  @Count('Key vaults.')
  readonly key_vaults!: number;

  @Count('Edges that start at an object of the tenant.')
  readonly relationships!: number;

  @RunId()
  readonly run_id!: string;
}
