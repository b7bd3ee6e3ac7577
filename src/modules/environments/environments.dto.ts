import { ApiProperty } from '@nestjs/swagger';
import { Count, RecordDto } from '../../http/openapi/wire.dto.js';

const Share = (description: string) => ApiProperty({ type: 'number', minimum: 0, maximum: 1, description });
const LastSeen = () =>
  ApiProperty({ format: 'date-time', description: 'Day (UTC) of the last collection that contained it.' });
const RunId = () =>
  ApiProperty({ format: 'uuid', description: 'Id of the analysis. All rows of one analysis have the same id.' });

export class DomainDto {
  @ApiProperty({
    example: 'S-1-5-21-3130019616-2776909439-2417379446',
    description: 'Object id of the domain in the graph: its SID.',
  })
  readonly domainsid!: string;

  @ApiProperty({ example: 'BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({
    description: 'False for a domain that is known only by reference or is no longer in the graph.',
  })
  readonly collected!: boolean;

  @LastSeen()
  readonly last_seen!: string;
}

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

export class DomainDataQualityDto extends RecordDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446', description: 'Object id (SID) of the domain.' })
  readonly domainsid!: string;

  @Count('Users.')
  readonly users!: number;

  @Count('Groups.')
  readonly groups!: number;

  @Count('Computers.')
  readonly computers!: number;

  @Count('Organizational units.')
  readonly ous!: number;

  @Count('Containers.')
  readonly containers!: number;

  @Count('Group policies.')
  readonly gpos!: number;

  @Count('AIA certificate authorities.')
  readonly aiacas!: number;

  @Count('Root certificate authorities.')
  readonly rootcas!: number;

  @Count('Enterprise certificate authorities.')
  readonly enterprisecas!: number;

  @Count('NTAuth stores.')
  readonly ntauthstores!: number;

  @Count('Certificate templates.')
  readonly certtemplates!: number;

  @Count('Issuance policies.')
  readonly issuancepolicies!: number;

  @Count('Edges from access control entries that start at an object of the domain.')
  readonly acls!: number;

  @Count('Sessions on computers of the domain.')
  readonly sessions!: number;

  @Count('Edges that start at an object of the domain.')
  readonly relationships!: number;

  @Share('Share of the active users that have at least one known session.')
  readonly session_completeness!: number;

  @Share('Share of the active Windows computers that have known rights from local groups.')
  readonly local_group_completeness!: number;

  @RunId()
  readonly run_id!: string;
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
