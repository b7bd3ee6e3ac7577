import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/count.decorator.js';
import { NullInt32Dto, NullTimeDto } from '../../../http/wire.js';
import { type ClientType, clientTypes } from '../client.js';

const said = 'As the client said when it last started; empty until then.';

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

  @ApiProperty({ description: 'The job that it runs.' })
  readonly current_job_id!: NullInt32Dto;

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
