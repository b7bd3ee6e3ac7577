import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsString, MaxLength } from 'class-validator';
import { Name } from '../../http/input/rules.js';
import type { Passkey } from './passkey.js';

const anyObject = { type: 'object', additionalProperties: true } as const;

/** Longest sealed challenge. */
const stateLength = 512;

export class PasskeyOptionsDto {
  @ApiProperty({
    ...anyObject,
    description: 'For the browser: `PublicKeyCredential.parse…OptionsFromJSON` reads them.',
  })
  readonly options!: object;

  @ApiProperty({ description: 'To be sent back with the answer of the device, within five minutes.' })
  readonly state!: string;
}

export class PasskeyLoginRequest {
  @ApiProperty({ maxLength: stateLength, description: 'Of the options.' })
  @IsString()
  @MaxLength(stateLength)
  readonly state!: string;

  @ApiProperty({ ...anyObject, description: 'The credential that the browser has returned, as JSON.' })
  @IsObject()
  readonly response!: object;
}

export class RegisterPasskeyRequest extends PasskeyLoginRequest {
  @Name({ description: 'For the list of passkeys.', example: 'Laptop' })
  readonly name!: string;
}

export class PasskeyDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ example: 'Laptop' })
  readonly name!: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Last login; null before the first.',
  })
  readonly last_used!: string | null;
}

export class RegisteredPasskeyDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({
    type: [String],
    description:
      'If this is the first second factor of the account: codes that each log in once beside the password. Shown only now.',
  })
  readonly recovery_codes!: readonly string[];
}

export function toPasskeyDto({ id, name, createdAt, lastUsed }: Passkey): PasskeyDto {
  return { id, name, created_at: createdAt.toISOString(), last_used: lastUsed?.toISOString() ?? null };
}
