import { ApiProperty } from '@nestjs/swagger';
import { Count, RecordDto } from '../../http/openapi/wire.dto.js';
import { LastSeen, RunId, Share } from '../environments/environments.decorators.js';

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
