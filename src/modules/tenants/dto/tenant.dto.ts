import { ApiProperty } from '@nestjs/swagger';

export class TenantDto {
  @ApiProperty({
    example: '6C12B0B0-B2CC-4A73-8252-0B94BFCA2145',
    description: 'Object id of the tenant in the graph.',
  })
  readonly tenantid!: string;

  @ApiProperty({ example: 'BIRCH' })
  readonly name!: string;

  @ApiProperty({ format: 'date-time', description: 'Day (UTC) of the last collection that had it.' })
  readonly last_seen!: string;
}
