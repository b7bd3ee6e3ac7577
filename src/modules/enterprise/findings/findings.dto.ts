import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, ValidateBy } from 'class-validator';
import { isDateTime } from '../../../http/input/date-time.js';
import { ShortText } from '../../../http/input/rules.js';
import { Count } from '../../../http/openapi/wire.dto.js';

export const Share = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'number', minimum: 0, maximum: 1, description });

const Text = (description: string): PropertyDecorator => ApiProperty({ description });

const ofRelationships = 'Relationship findings only.';

const Of = (description: string): PropertyDecorator => ApiPropertyOptional({ description });
const PropertiesOf = (description: string): PropertyDecorator =>
  ApiPropertyOptional({ type: 'object', additionalProperties: true, description });

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
