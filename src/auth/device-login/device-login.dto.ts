import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { ProofRequest } from '../enrolment/factors.dto.js';

const codeLength = 128;

export class BegunLoginDto {
  @ApiProperty({ description: 'A secret of the program, for `POST /api/v2/device/token`.' })
  readonly device_code!: string;

  @ApiProperty({ example: 'BCDF-GHJK', description: 'A person types it into the page at `verification_uri`.' })
  readonly user_code!: string;

  @ApiProperty({ format: 'uri' })
  readonly verification_uri!: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.' })
  readonly expires_in!: number;

  @ApiProperty({ type: 'integer', description: 'Seconds between two calls for the token.' })
  readonly interval!: number;
}

export class DeviceTokenRequest {
  @ApiProperty({ maxLength: codeLength })
  @IsString()
  @MaxLength(codeLength)
  readonly device_code!: string;
}

export class FindDeviceRequest {
  @ApiProperty({ maxLength: codeLength, example: 'BCDF-GHJK' })
  @IsString()
  @MaxLength(codeLength)
  readonly user_code!: string;
}

export class DecideDeviceRequest extends ProofRequest {
  @ApiProperty({ maxLength: codeLength, example: 'BCDF-GHJK' })
  @IsString()
  @MaxLength(codeLength)
  readonly user_code!: string;

  @ApiProperty({ description: 'Whether the program may log in.' })
  @IsBoolean()
  readonly is_approved!: boolean;
}

export class WaitingProgramDto {
  @ApiProperty({ description: 'Where the program runs; of an IPv6 address the network (/64).' })
  readonly address!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Its header `User-Agent`.' })
  readonly program!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it asked.' })
  readonly created_at!: string;

  @ApiProperty({ description: 'Whether your login is so old that you have to send your password or a code.' })
  readonly needs_proof!: boolean;
}
