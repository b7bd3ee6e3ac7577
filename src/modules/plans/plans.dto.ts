import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { isDateTime } from '../../http/input/date-time.js';
import { isDescription, isName, maxInt32, MayBeAbsent, Name } from '../../http/input/rules.js';
import { type StepState, stepStates } from './found.js';
import type { PlanQuestion } from './kept-plan.js';

const [mostNames, mostValues, mostCharacters] = [40, 100, 1024];
const questionMessage = `takes an object of at most ${mostNames} parameters of GET /api/v2/graphs/plan: texts, numbers, booleans, or lists of at most ${mostValues} texts`;

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= mostCharacters;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function isQuestion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const values = Object.values(value);
  return values.length <= mostNames && values.every(isValueOrList);
}

function isValueOrList(it: unknown): boolean {
  if (!Array.isArray(it)) return isValue(it);
  return it.length <= mostValues && it.every((one) => typeof one === 'string' && isValue(one));
}

const untilMessage = `takes an integer from 0 to ${maxInt32}`;

export class CreatePlanRequest {
  @Name({ description: 'Unique.', example: 'Autumn', required: true })
  readonly name!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The parameters of `GET /api/v2/graphs/plan` by their names, but `until` and `ways`.',
    example: { cost: ['policy:20'] },
  })
  @MayBeAbsent()
  @ValidateBy({ name: 'isQuestion', validator: { validate: isQuestion } }, { message: questionMessage })
  readonly question?: PlanQuestion;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 0,
    maximum: maxInt32,
    description: 'Accounts that may stay. Structural ones alone if it is absent.',
  })
  @MayBeAbsent()
  @IsInt({ message: untilMessage })
  @Min(0, { message: untilMessage })
  @Max(maxInt32, { message: untilMessage })
  readonly until?: number;
}

/** Absent properties stay unchanged. */
export class UpdatePlanStepRequest {
  @ApiProperty({
    type: 'string',
    nullable: true,
    required: false,
    maxLength: 256,
    description: 'Who makes it; null: nobody.',
  })
  @IsOptional()
  @isName
  readonly owner?: string | null;

  @ApiProperty({ type: 'string', required: false, maxLength: 4096 })
  @MayBeAbsent()
  @isDescription
  readonly note?: string;

  @ApiProperty({ enum: [...stepStates], required: false, description: 'The analysis sets `found`, and people this.' })
  @MayBeAbsent()
  @IsIn(stepStates, { message: `takes one of ${stepStates.join(', ')}; what is done, the analysis finds` })
  readonly state?: StepState;

  @NotBefore()
  readonly not_before?: string | null;
}

function NotBefore(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'string',
      format: 'date-time',
      nullable: true,
      required: false,
      description: 'When it may be made; null: at any time.',
    }),
    IsOptional(),
    ValidateBy(
      { name: 'isDateTime', validator: { validate: (value) => typeof value === 'string' && isDateTime(value) } },
      { message: 'takes an RFC 3339 date-time, such as 2027-01-31T13:00:00Z' },
    ),
  );
}
