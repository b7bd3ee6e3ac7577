import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/count.decorator.js';
import { RecordDto } from '../../../http/record.dto.js';

export class TenantDataQualityDto extends RecordDto {
  @ApiProperty({ format: 'uuid' })
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

  @Count('Edges that begin at an object of the tenant.')
  readonly relationships!: number;

  @ApiProperty({ format: 'uuid', description: 'The same in all rows that one analysis made.' })
  readonly run_id!: string;
}
