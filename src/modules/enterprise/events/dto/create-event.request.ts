import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { uuid, uuidAllowed } from '../../../../base/uuid.js';
import { EventPlanRequest } from './event-plan.request.js';

export class CreateEventRequest extends EventPlanRequest {
  @ApiProperty({ format: 'uuid', description: 'The collection client whose jobs the event makes.' })
  @Matches(uuid, { message: `takes ${uuidAllowed}` })
  readonly client_id!: string;
}
