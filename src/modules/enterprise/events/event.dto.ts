import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import { camelCased, type CamelCased } from '../../../base/values/letter-case.js';
import { uuid, uuidAllowed } from '../../../base/values/uuid.js';
import { ShortText } from '../../../http/input/rules.js';
import { fault, type Fault } from '../../../base/errors.js';
import { collectionFaults } from '../scope/collection-scope.js';
import { CollectionScopeRequest } from '../scope/collection-scope.dto.js';
import { readRecurrence } from '../../../base/recurrence/recurrence-grammar.js';

function Rule(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description:
        'DTSTART with TZID or in UTC, and on the next line RRULE, as in RFC 5545. At least 5 minutes must lie between two occurrences.',
      minLength: 1,
      maxLength: 1000,
      example: 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY',
    }),
    IsString(),
    Length(1, 1000),
  );
}

export class EventPlanRequest extends CollectionScopeRequest {
  @ShortText({
    example: 'Sessions, every night',
    description: 'Title of the event. Jobs keep it as their `event_title`.',
  })
  readonly title: string = '';

  @Rule()
  readonly rrule!: string;
}

export class OccurrencesRequest {
  @Rule()
  readonly rrule!: string;
}

/** A schedule and a scope. */
export type EventPlan = CamelCased<EventPlanRequest>;

export function invalidRule(message: string): Fault {
  return fault('schedule.invalid_rule', 'body.rrule', message);
}

/** Checks the parts that need no evaluation of the rule, so that one answer has these faults and the faults of all properties. */
export function checkEventPlan(body: EventPlanRequest, faults: Fault[]): void {
  const faulty = faults.map(({ context }) => context);
  if (faulty.length === 0) return;
  if (!faulty.includes('body.rrule')) {
    const read = readRecurrence(body.rrule);
    if ('fault' in read) faults.push(invalidRule(read.fault));
  }
  if (!faulty.some((context) => /^body\.(.*_collection|ous|domains|all_trusted_domains)\b/.test(context)))
    faults.push(...collectionFaults(camelCased(body)));
}

export class CreateEventRequest extends EventPlanRequest {
  @ApiProperty({ format: 'uuid', description: 'The collection client that the event creates jobs for.' })
  @Matches(uuid, { message: `takes ${uuidAllowed}` })
  readonly client_id!: string;
}

export type EventDraft = CamelCased<CreateEventRequest>;
