import { ApiProperty } from '@nestjs/swagger';
import { CollectionScopeDto } from '../../scope/collection-scope.dto.js';

/** An event as the list of operation 7 shows it: its fields are settled there. */
export class EventDto extends CollectionScopeDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ format: 'uuid', description: 'The collection client whose jobs the event makes.' })
  readonly client_id!: string;

  @ApiProperty({
    description: 'DTSTART and RRULE of RFC 5545, on lines of their own.',
    example: 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY',
  })
  readonly rrule!: string;
}

/** An event by itself. */
export class TitledEventDto extends EventDto {
  @ApiProperty({ description: 'Empty where it has none.', example: 'Sessions, every night' })
  readonly title!: string;
}
