import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsOptional,
  Matches,
  ValidateBy,
} from 'class-validator';
import { uuid, uuidAllowed } from '../../base/values/uuid.js';
import { durationOf } from '../../http/input/duration.js';
import { Name, objectIdPattern, property } from '../../http/input/rules.js';
import { type SectionName, sectionNames } from './report.js';

const mostTags = 10;
const mostEnvironments = 100;
const mostRecipients = 20;
const sectionPattern = new RegExp(`^(?:${sectionNames.join('|')})$`);

function list(most: number, least: number, allowed: string, pattern: RegExp): PropertyDecorator {
  const message = `takes a list of ${least} to ${most} ${allowed}, each once`;
  return applyDecorators(
    IsArray({ message }),
    ArrayMinSize(least, { message }),
    ArrayMaxSize(most, { message }),
    ArrayUnique({ message }),
    Matches(pattern, { each: true, message }),
  );
}

const Tags = property(list(mostTags, 1, 'tags of asset groups', /^(?!\s)\P{Cc}{1,256}(?<!\s)$/u), {
  type: [String],
  minItems: 1,
  maxItems: mostTags,
  description: 'Tags of asset groups: `tier_zero`, `owned`, or the tag of another group. By default tier zero.',
});

const Environments = property(list(mostEnvironments, 0, 'object ids', objectIdPattern), {
  type: [String],
  maxItems: mostEnvironments,
  description: 'Object ids of domains and tenants. By default all.',
});

const isBefore = { validate: (value: unknown) => typeof value === 'string' && durationOf(value) !== undefined };

const Since = property(
  ValidateBy(
    { name: 'isDuration', validator: isBefore },
    { message: 'takes a duration of ISO 8601 before now, such as -P30D' },
  ),
  {
    type: 'string',
    minLength: 3,
    maxLength: 64,
    description: 'Begin of the period: a duration before now, such as `-P30D`, the default.',
  },
);

const Sections = property(list(sectionNames.length, 1, `of ${sectionNames.join(', ')}`, sectionPattern), {
  type: 'array',
  items: { type: 'string', enum: [...sectionNames] },
  minItems: 1,
  maxItems: sectionNames.length,
  description: 'Sections of the document, which has them in its own order. By default all.',
});

const Recipients = property(
  applyDecorators(
    list(mostRecipients, 0, 'ids of channels', uuid),
    Matches(uuid, { each: true, message: `takes ${uuidAllowed} each` }),
  ),
  {
    type: [String],
    format: 'uuid',
    maxItems: mostRecipients,
    description: 'Ids of channels of mail, which get each document of the schedule.',
  },
);

const Rule = property(
  applyDecorators(IsOptional(), Matches(/^[^]{1,1000}$/, { message: 'takes a rule of 1 to 1000 characters' })),
  {
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: 1000,
    example: 'DTSTART;TZID=Europe/Berlin:20260101T070000\nRRULE:FREQ=MONTHLY',
    description: 'DTSTART and RRULE of RFC 5545. Null: the report is made only by hand.',
  },
);

const HideNames = property(IsBoolean({ message: 'takes true or false' }), {
  type: 'boolean',
  description: 'Whether mails have ids in place of names of objects. By default they have.',
});

class ReportContents {
  @Tags({ required: false })
  readonly tags?: readonly string[];

  @Environments({ required: false })
  readonly environments?: readonly string[];

  @Since({ required: false })
  readonly since?: string;

  @Sections({ required: false })
  readonly sections?: readonly SectionName[];
}

/** A document without a stored report. */
export class RunReportRequest extends ReportContents {
  @Name({ description: 'Title of the document.', example: 'Tier zero', required: true })
  readonly name!: string;
}

class ReportDefinition extends ReportContents {
  @Rule({ required: false })
  readonly rrule?: string | null;

  @Recipients({ required: false })
  readonly recipients?: readonly string[];

  @HideNames({ required: false })
  readonly hide_names?: boolean;
}

const ofName = { description: 'Unique among reports.', example: 'Tier zero, monthly' };

export class CreateReportRequest extends ReportDefinition {
  @Name({ ...ofName, required: true })
  readonly name!: string;
}

/** Absent properties stay unchanged. */
export class UpdateReportRequest extends ReportDefinition {
  @Name({ ...ofName, required: false })
  readonly name?: string;
}
