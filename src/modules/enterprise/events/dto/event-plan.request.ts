import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import { CollectionScopeRequest, toCollectionScope } from '../../scope/collection-scope.request.js';
import type { EventPlan } from '../event.js';

/** When and what to collect. */
export class EventPlanRequest extends CollectionScopeRequest {
  @ApiPropertyOptional({
    maxLength: 255,
    default: '',
    example: 'Sessions, every night',
    description: 'What it is called. Its jobs keep it: `event_title` in their lists.',
  })
  @Matches(/^[^\p{Cc}]{0,255}$/u, { message: 'takes at most 255 characters without control characters' })
  readonly title: string = '';

  @ApiProperty({
    description:
      'DTSTART with TZID or in UTC, and on the next line RRULE, as in RFC 5545. At least 5 minutes must lie between two occurrences.',
    minLength: 1,
    maxLength: 1000,
    example: 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY',
  })
  @IsString()
  @Length(1, 1000)
  readonly rrule!: string;
}

export function toEventPlan(body: EventPlanRequest): EventPlan {
  return { title: body.title, rrule: body.rrule, ...toCollectionScope(body) };
}
