import { ApiProperty } from '@nestjs/swagger';
import { RecordDto } from '../../../http/record.dto.js';
import { NullInt32Dto } from '../../../http/wire.js';

export class SamlProviderDto extends RecordDto {
  @ApiProperty({ pattern: '^[a-z0-9-]{1,64}$', example: 'corporate-adfs' })
  readonly name!: string;

  @ApiProperty({ example: 'corporate-adfs' })
  readonly display_name!: string;

  @ApiProperty({ description: 'Entity id of the identity provider.' })
  readonly idp_issuer_uri!: string;

  @ApiProperty({ description: 'Where users are sent to sign in.' })
  readonly idp_sso_uri!: string;

  @ApiProperty({ type: [String], description: 'Attributes that name the user; empty takes the usual ones.' })
  readonly principal_attribute_mappings!: readonly string[];

  @ApiProperty({ description: 'Entity id of this service towards the provider.' })
  readonly sp_issuer_uri!: string;

  @ApiProperty()
  readonly sp_sso_uri!: string;

  @ApiProperty()
  readonly sp_metadata_uri!: string;

  @ApiProperty({ description: 'Where the provider sends its assertions.' })
  readonly sp_acs_uri!: string;

  @ApiProperty()
  readonly sso_provider_id!: NullInt32Dto;
}

export class SamlProvidersDto {
  @ApiProperty({ type: [SamlProviderDto], description: 'Ordered by id.' })
  readonly saml_providers!: SamlProviderDto[];
}
