import { ApiProperty } from '@nestjs/swagger';

export class DomainDto {
  @ApiProperty({
    example: 'S-1-5-21-3130019616-2776909439-2417379446',
    description: 'Object id of the domain in the graph: its SID.',
  })
  readonly domainsid!: string;

  @ApiProperty({ example: 'BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ description: 'False for a domain that is known by reference only, or that the graph no longer has.' })
  readonly collected!: boolean;

  @ApiProperty({ format: 'date-time', description: 'Day (UTC) of the last collection that had it.' })
  readonly last_seen!: string;
}
