import { ApiProperty } from '@nestjs/swagger';
import { Count, NullInt32Dto, NullTimeDto } from '../../../../http/openapi/wire.dto.js';
import { EventDto } from '../../events/dto/event.dto.js';
import { type ClientType, clientTypes } from '../client.js';

const said = 'As the client said when it last started; empty until then.';

/** An event of the client that has it. */
export class ClientEventDto extends EventDto {
  @ApiProperty({ description: 'Not set if it never occurs again.' })
  readonly next_scheduled_at!: NullTimeDto;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

export class ClientDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty({ enum: clientTypes, description: 'What it collects from.' })
  readonly type!: ClientType;

  @ApiProperty({ description: 'Empty where the client finds one by itself.' })
  readonly domain_controller!: string;

  @ApiProperty({ description: said })
  readonly version!: string;

  @ApiProperty({ description: said })
  readonly hostname!: string;

  @ApiProperty({ description: said })
  readonly address!: string;

  @ApiProperty({ description: `The user under which it runs. ${said}` })
  readonly username!: string;

  @ApiProperty({ description: `Security identifier of the user. ${said}` })
  readonly user_sid!: string;

  @ApiProperty({ description: 'When it last called.' })
  readonly last_checkin!: NullTimeDto;

  @Count('How many events make jobs for it.')
  readonly event_count!: number;

  @ApiProperty({ type: [ClientEventDto], description: 'Ordered by id.' })
  readonly events!: readonly ClientEventDto[];

  @ApiProperty({ description: 'The job that it runs.' })
  readonly current_job_id!: NullInt32Dto;

  @Count('How many of its jobs have ended.')
  readonly completed_job_count!: number;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

export class ClientTokenDto {
  @ApiProperty({ format: 'uuid', description: 'Public: what follows the keyword in the Authorization header.' })
  readonly id!: string;

  @ApiProperty({ description: 'Secret, and shown this once. Its text is the key of signatures.' })
  readonly key!: string;
}

export class CreatedClientDto extends ClientDto {
  @ApiProperty()
  readonly token!: ClientTokenDto;
}
