import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, ValidateBy } from 'class-validator';
import { findingKinds, type FindingKind } from '../../../analysis/findings/finding-types.js';
import { severities, type Severity } from '../../../analysis/findings/severity.js';
import { isDateTime } from '../../../http/input/date-time.js';
import { ShortText } from '../../../http/input/rules.js';
import { Count, NullTimeDto } from '../../../http/openapi/wire.dto.js';
import { findingStatuses } from './findings.list.js';

export const Share = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'number', minimum: 0, maximum: 1, description });

const Text = (description: string): PropertyDecorator => ApiProperty({ description });

export class FindingDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Id for the acceptance of the risk.' })
  readonly id!: number;

  @ApiProperty({ enum: severities })
  readonly severity!: Severity;

  @ApiProperty({ enum: findingKinds })
  readonly finding_type!: FindingKind;

  @ApiProperty({ example: 'T0GenericAll', description: 'Name of the type.' })
  readonly finding!: string;

  @ApiProperty()
  readonly title!: string;

  @ApiProperty({ example: 'Active Directory' })
  readonly platform!: string;

  @Text('Object id of the domain or tenant of the target.')
  readonly environment_id!: string;

  @Text('Its name, or its object id if the graph no longer has it.')
  readonly environment_name!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The tag of the target: 1 is tier zero, 0 is none.' })
  readonly asset_group_tag_id!: number;

  @Text('Name of the tag; empty if it is 0.')
  readonly zone_name!: string;

  @Text('Object id of the start of the edge; empty for list findings.')
  readonly source_principal_id!: string;

  @ApiProperty()
  readonly source_principal_kind!: string;

  @ApiProperty()
  readonly source_principal_name!: string;

  @Text('Object id.')
  readonly target_principal_id!: string;

  @ApiProperty()
  readonly target_principal_kind!: string;

  @ApiProperty()
  readonly target_principal_name!: string;

  @ApiProperty({ enum: findingStatuses, description: '`remediated`: the last analysis did not find it any more.' })
  readonly status!: (typeof findingStatuses)[number];

  @ApiProperty({ format: 'date-time', description: 'Time of the first analysis that found it.' })
  readonly first_seen!: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the last analysis that found it.' })
  readonly last_seen!: string;

  @ApiProperty({ type: 'number', minimum: 0, maximum: 100 })
  readonly risk!: number;

  @Count('Accounts that reach the source, or the target of a list finding.')
  readonly exposure_count!: number;

  @Share('The same as a share of the accounts of the environment, 1 at most.')
  readonly exposure_percentage!: number;

  @Count('Nodes that the target reaches.')
  readonly impact_count!: number;

  @Share('The same as a share of the nodes of the environment, 1 at most.')
  readonly impact_percentage!: number;

  @ApiProperty()
  readonly accepted_until!: NullTimeDto;

  @ApiProperty()
  readonly accept_reason!: string;
}

const ofRelationships = 'Relationship findings only.';
const ofLists = 'List findings only.';

const Of = (description: string): PropertyDecorator => ApiPropertyOptional({ description });
const PropertiesOf = (description: string): PropertyDecorator =>
  ApiPropertyOptional({ type: 'object', additionalProperties: true, description });

/** The names are those of the reference product. */
export class FindingDetailDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ format: 'date-time', description: 'Time of the first analysis that found it.' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the last analysis that found it.' })
  readonly updated_at!: string;

  @ApiProperty({ description: 'Time of the analysis that did not find it any more.' })
  readonly deleted_at!: NullTimeDto;

  @ApiProperty()
  readonly Finding!: string;

  @Text('Object id of the domain or tenant.')
  readonly DomainSID!: string;

  @Of(ofLists)
  readonly Principal?: string;

  @Of(ofLists)
  readonly PrincipalKind?: string;

  @Of(ofLists)
  readonly PrincipalName?: string;

  @PropertiesOf(ofLists)
  readonly Props?: Record<string, unknown>;

  @Of(ofRelationships)
  readonly FromPrincipal?: string;

  @Of(ofRelationships)
  readonly FromPrincipalKind?: string;

  @Of(ofRelationships)
  readonly FromPrincipalName?: string;

  @PropertiesOf(ofRelationships)
  readonly FromPrincipalProps?: Record<string, unknown>;

  @Of(ofRelationships)
  readonly ToPrincipal?: string;

  @Of(ofRelationships)
  readonly ToPrincipalKind?: string;

  @Of(ofRelationships)
  readonly ToPrincipalName?: string;

  @PropertiesOf(ofRelationships)
  readonly ToPrincipalProps?: Record<string, unknown>;

  @Of(`${ofRelationships} The same for all findings between both ends.`)
  readonly PrincipalHash?: string;

  @ApiProperty({ format: 'date-time', description: '0001-01-01T00:00:00.000Z if the risk was never accepted.' })
  readonly AcceptedUntil!: string;

  @ApiProperty({ description: 'Whether the risk is accepted now.' })
  readonly Accepted!: boolean;

  @ApiProperty()
  readonly AcceptReason!: string;

  @Share('Share of the nodes of the environment that the target reaches.')
  readonly ImpactPercentage!: number;

  @Count()
  readonly ImpactCount!: number;

  @Share('Share of the accounts of the environment that reach the source, or the target of a list finding.')
  readonly ExposurePercentage!: number;

  @Count()
  readonly ExposureCount!: number;

  @ApiProperty({ enum: severities })
  readonly Severity!: Severity;
}

export class FindingTypeDto {
  @ApiProperty({ example: 'T0WriteOwner' })
  readonly finding!: string;

  @ApiProperty()
  readonly title!: string;
}

export class UnifiedFindingDto {
  @ApiProperty()
  readonly target_id!: string;

  @ApiProperty()
  readonly target_kind!: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly target_properties!: Record<string, unknown>;

  @Of(ofRelationships)
  readonly source_id?: string;

  @Of(ofRelationships)
  readonly source_kind?: string;

  @PropertiesOf(ofRelationships)
  readonly source_properties?: Record<string, unknown>;

  @ApiProperty()
  readonly finding_name!: string;

  @ApiProperty()
  readonly environment_id!: string;

  @Share('As in the list of findings.')
  readonly impact_percentage!: number;

  @Count()
  readonly impact_count!: number;

  @Share('As in the list of findings.')
  readonly exposure_percentage!: number;

  @Count()
  readonly exposure_count!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds since 1970; 0 if the risk was never accepted.' })
  readonly accepted_until!: number;

  @Text('Tag of the asset group; empty if it has none.')
  readonly asset_group!: string;
}

export class AllFindingsDto {
  @ApiProperty({ type: [UnifiedFindingDto] })
  readonly findings!: UnifiedFindingDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    description: 'Documents of each type in these findings, in Base64, by the name of the type and of the document.',
  })
  readonly finding_assets!: Record<string, Record<string, string>>;
}

export class AcceptanceRequest {
  @ApiProperty({ description: 'Whether the risk is accepted.' })
  @IsBoolean({ message: 'takes true or false' })
  readonly accepted!: boolean;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'A time in the future. Required if `accepted` is true.',
  })
  @IsOptional()
  @ValidateBy(
    { name: 'isDateTime', validator: { validate: (value) => typeof value === 'string' && isDateTime(value) } },
    { message: 'takes an RFC 3339 date-time, such as 2027-01-31T13:00:00Z' },
  )
  readonly accept_until?: string | null;

  @ShortText({ description: 'Name of the type of the finding, if given.' })
  readonly risk_type: string = '';

  @ShortText({ description: 'Why the risk is accepted.' })
  readonly reason: string = '';
}
