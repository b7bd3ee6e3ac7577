import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { DomainReferenceDto, OuReferenceDto } from './object-reference.dto.js';

/** What events and jobs tell of what they collect. */
@ApiExtraModels(OuReferenceDto, DomainReferenceDto)
export abstract class CollectionScopeDto {
  @ApiProperty()
  readonly session_collection!: boolean;

  @ApiProperty()
  readonly local_group_collection!: boolean;

  @ApiProperty()
  readonly ad_structure_collection!: boolean;

  @ApiProperty()
  readonly cert_services_collection!: boolean;

  @ApiProperty()
  readonly ca_registry_collection!: boolean;

  @ApiProperty()
  readonly dc_registry_collection!: boolean;

  @ApiProperty()
  readonly all_trusted_domains!: boolean;

  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(OuReferenceDto) }, { type: 'string' }] },
    description: 'Object ids only where `hydrate_ous` is false.',
  })
  readonly ous!: readonly (OuReferenceDto | string)[];

  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(DomainReferenceDto) }, { type: 'string' }] },
    description: 'Object ids only where `hydrate_domains` is false.',
  })
  readonly domains!: readonly (DomainReferenceDto | string)[];
}
