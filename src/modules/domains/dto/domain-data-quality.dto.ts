import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/count.decorator.js';
import { RecordDto } from '../../../http/record.dto.js';

const Share = (description: string) => ApiProperty({ type: 'number', minimum: 0, maximum: 1, description });

export class DomainDataQualityDto extends RecordDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446' })
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

  @Count('Edges of access control entries that begin at an object of the domain.')
  readonly acls!: number;

  @Count('Sessions on computers of the domain.')
  readonly sessions!: number;

  @Count('Edges that begin at an object of the domain.')
  readonly relationships!: number;

  @Share('Share of the active users that a session was seen of.')
  readonly session_completeness!: number;

  @Share('Share of the active Windows computers that rights by local groups are known of.')
  readonly local_group_completeness!: number;

  @ApiProperty({ format: 'uuid', description: 'The same in all rows that one analysis made.' })
  readonly run_id!: string;
}
