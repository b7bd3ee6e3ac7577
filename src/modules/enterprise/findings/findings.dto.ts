import { type JsonOf, shape } from '../../../http/fields/fields.js';
import { memory } from '../../../http/fields/memory.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, ValidateBy } from 'class-validator';
import { isDateTime } from '../../../http/input/date-time.js';
import { ShortText } from '../../../http/input/rules.js';

const ofRelationships = 'Relationship findings only.';

export const findingTypeShape = shape('FindingTypeDto', {
  finding: memory.text({ example: 'T0WriteOwner' }),
  title: memory.text(),
  relationship_kind: memory.absent(memory.text('Kind of its edges. Of extensions only, as the next two.')),
  description: memory.absent(memory.text('In Markdown.')),
  remediation: memory.absent(memory.text('In Markdown.')),
});
export type FindingTypeDto = JsonOf<typeof findingTypeShape.fields>;

const unifiedFindingShape = shape('UnifiedFindingDto', {
  target_id: memory.text(),
  target_kind: memory.text(),
  target_properties: memory.anyObject(),
  source_id: memory.absent(memory.text(ofRelationships)),
  source_kind: memory.absent(memory.text(ofRelationships)),
  source_properties: memory.absent(memory.anyObject(ofRelationships)),
  finding_name: memory.text(),
  environment_id: memory.text(),
  impact_percentage: memory.share('As in the list of findings.'),
  impact_count: memory.count(),
  exposure_percentage: memory.share('As in the list of findings.'),
  exposure_count: memory.count(),
  accepted_until: memory.count('Seconds since 1970; 0 if the risk was never accepted.'),
  asset_group: memory.text('Tag of the asset group; empty if it has none.'),
});
export type UnifiedFindingDto = JsonOf<typeof unifiedFindingShape.fields>;

export const allFindingsShape = shape('AllFindingsDto', {
  findings: memory.array(unifiedFindingShape),
  finding_assets: memory.any<Record<string, Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    description: 'Documents of each type in these findings, in Base64, by the name of the type and of the document.',
  }),
  data: memory.any<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The same two properties again, which some programs read.',
  }),
});
export type AllFindingsDto = JsonOf<typeof allFindingsShape.fields>;

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
