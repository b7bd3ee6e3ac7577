import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { EventPlanRequest } from './event-plan.request.js';

export class CreateEventRequest extends EventPlanRequest {
  @ApiProperty({ format: 'uuid', description: 'The collection client whose jobs the event makes.' })
  @Matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { message: 'takes a UUID (8-4-4-4-12 hex digits)' })
  readonly client_id!: string;
}
