import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsTimeZone,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { type Severity, severities } from '../../analysis/findings/severity.js';
import { namesOf } from '../../base/values/names-of.js';
import { uuid, uuidAllowed } from '../../base/values/uuid.js';
import { maxInt32, MayBeAbsent, Name, objectIdPattern, property } from '../../http/input/rules.js';
import { type AlertPace, alertPaces, type WatchedSource, watchedSources } from './alert-rule.js';
import { type Occasion, occasions } from './occasions.js';

const mostWords = 100;
const mostChannels = 20;
const mostHours = 8784;
export const occasionNames = namesOf(occasions);

function Words(description: string): PropertyDecorator {
  const message = `takes a list of 1 to ${mostWords} names`;
  return applyDecorators(
    ApiProperty({ type: [String], required: false, minItems: 1, maxItems: mostWords, description }),
    MayBeAbsent(),
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(mostWords, { message }),
    Matches(/^\P{Cc}{1,256}$/u, { each: true, message }),
  );
}

export class AlertConditionRequest {
  @Words('Kinds of the members. For `tier_zero.changed`.')
  readonly kinds?: string[];

  @ApiProperty({ type: 'integer', required: false, minimum: 1, default: 1, description: 'For `way.new`.' })
  @MayBeAbsent()
  @IsInt({ message: `takes an integer from 1 to ${maxInt32}` })
  @Min(1, { message: `takes an integer from 1 to ${maxInt32}` })
  @Max(maxInt32, { message: `takes an integer from 1 to ${maxInt32}` })
  readonly least_accounts?: number;

  @ApiProperty({
    type: 'number',
    required: false,
    minimum: 0,
    maximum: 100,
    description: 'For `exposure.above` and `exposure.below`, which need it.',
  })
  @MayBeAbsent()
  @IsNumber({}, { message: 'takes a number from 0 to 100' })
  @Min(0, { message: 'takes a number from 0 to 100' })
  @Max(100, { message: 'takes a number from 0 to 100' })
  readonly percent?: number;

  @Words('Names of types of findings. For `finding.new` and `finding.returned`.')
  readonly types?: string[];

  @ApiProperty({
    enum: [...severities],
    required: false,
    default: 'low',
    description: 'For `finding.new` and `finding.returned`.',
  })
  @MayBeAbsent()
  @IsIn(severities, { message: `takes one of ${severities.join(', ')}` })
  readonly least_severity?: Severity;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    description: 'Id of a kept plan; without it all plans count. For `plan.step_done` and `plan.step_returned`.',
  })
  @MayBeAbsent()
  @IsInt({ message: `takes the id of a kept plan: an integer from 1 to ${maxInt32}` })
  @Min(1, { message: `takes the id of a kept plan: an integer from 1 to ${maxInt32}` })
  @Max(maxInt32, { message: `takes the id of a kept plan: an integer from 1 to ${maxInt32}` })
  readonly plan?: number;

  @ApiProperty({
    enum: [...watchedSources],
    required: false,
    description: 'Whose silence: of the data of environments, or of clients. For `collector.silent`, which needs it.',
  })
  @MayBeAbsent()
  @IsIn(watchedSources, { message: `takes one of ${watchedSources.join(', ')}` })
  readonly of?: WatchedSource;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    maximum: mostHours,
    description: 'Length of the silence. For `collector.silent`, which needs it.',
  })
  @MayBeAbsent()
  @IsInt({ message: `takes an integer from 1 to ${mostHours}` })
  @Min(1, { message: `takes an integer from 1 to ${mostHours}` })
  @Max(mostHours, { message: `takes an integer from 1 to ${mostHours}` })
  readonly hours?: number;
}

const Condition = property(
  applyDecorators(
    IsObject({ message: 'takes an object' }),
    ValidateNested({ message: 'takes an object' }),
    Type(() => AlertConditionRequest),
  ),
  { type: AlertConditionRequest, required: false, description: 'Each occasion has members of its own.' },
);

const channelsMessage = `takes a list of 1 to ${mostChannels} ids of channels, each once`;
const Channels = property(
  applyDecorators(
    IsArray({ message: channelsMessage }),
    ArrayMinSize(1, { message: channelsMessage }),
    ArrayMaxSize(mostChannels, { message: channelsMessage }),
    ArrayUnique({ message: channelsMessage }),
    Matches(uuid, { each: true, message: `takes ${uuidAllowed} each` }),
  ),
  { type: [String], format: 'uuid', minItems: 1, maxItems: mostChannels, description: 'Ids of channels.' },
);

const Environment = property(
  Matches(objectIdPattern, { message: 'takes an object id of 1 to 1024 characters without control characters' }),
  {
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: 1024,
    description: 'Object id of a domain or tenant; null: all. Not for occasions that concern a tag or the service.',
  },
);

const tagMessage = `takes the id of an asset group: an integer from 1 to ${maxInt32}`;
const Tag = property(
  applyDecorators(
    IsInt({ message: tagMessage }),
    Min(1, { message: tagMessage }),
    Max(maxInt32, { message: tagMessage }),
  ),
  {
    type: 'integer',
    minimum: 1,
    description: 'Id of an asset group; 1 is tier zero. For `tier_zero.changed`, `way.new` and `exposure.*`.',
  },
);

const Flag = property(IsBoolean({ message: 'takes true or false' }), { type: 'boolean' });

const Every = property(IsIn(alertPaces, { message: `takes one of ${alertPaces.join(', ')}` }), {
  enum: [...alertPaces],
  description: 'Digests collect alerts until the next hour, or until 07:00. An empty one is not sent.',
});

const TimeZone = property(IsTimeZone({ message: 'takes the name of a time zone, such as Europe/Berlin' }), {
  type: 'string',
  description: 'The time zone of the times of digests, such as `Europe/Berlin`.',
});

const ofEnabled = { required: false, default: true, description: 'A disabled rule makes no alerts.' };
const ofNames = {
  required: false,
  default: true,
  description: 'Whether alerts have names of objects; else they have ids and links alone.',
};

export class CreateAlertRuleRequest {
  @Name({ description: 'Unique.', example: 'New ways into tier zero', required: true })
  readonly name!: string;

  @ApiProperty({ enum: [...occasionNames] })
  @IsIn(occasionNames, { message: `takes one of ${occasionNames.join(', ')}` })
  readonly occasion!: Occasion;

  @Condition({ required: false })
  readonly condition?: AlertConditionRequest;

  @Channels({ required: true })
  readonly channels!: readonly string[];

  @Every({ required: false, default: 'immediately' })
  readonly every?: AlertPace;

  @TimeZone({ required: false, default: 'UTC' })
  readonly time_zone?: string;

  @Flag(ofEnabled)
  readonly enabled?: boolean;

  @Environment({ required: false, nullable: true })
  readonly environment?: string | null;

  @Tag({ required: false })
  readonly tag?: number;

  @Flag(ofNames)
  readonly include_names?: boolean;
}

/** Absent properties stay unchanged. The occasion never changes. */
export class UpdateAlertRuleRequest {
  @Every({ required: false })
  readonly every?: AlertPace;

  @TimeZone({ required: false })
  readonly time_zone?: string;

  @Name({ description: 'Unique.', example: 'New ways into tier zero', required: false })
  readonly name?: string;

  @Condition({ required: false })
  readonly condition?: AlertConditionRequest;

  @Channels({ required: false })
  readonly channels?: readonly string[];

  @Flag({ required: false, description: 'A disabled rule makes no alerts.' })
  readonly enabled?: boolean;

  @Environment({ required: false, nullable: true })
  readonly environment?: string | null;

  @Tag({ required: false })
  readonly tag?: number;

  @Flag({ required: false, description: 'Whether alerts have names of objects; else they have ids and links alone.' })
  readonly include_names?: boolean;
}
