import { ApiProperty } from '@nestjs/swagger';
import { NullTimeDto } from '../../../../http/wire.js';

const nullText = { type: 'string', nullable: true } as const;

/** What cannot be changed has no times. */
abstract class FixedRecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty()
  readonly created_at!: NullTimeDto;

  @ApiProperty()
  readonly updated_at!: NullTimeDto;

  @ApiProperty()
  readonly deleted_at!: NullTimeDto;
}

export class ReferencePermissionDto extends FixedRecordDto {
  @ApiProperty({ example: 'graph' })
  readonly authority!: string;

  @ApiProperty({ example: 'read' })
  readonly name!: string;
}

export class ReferenceRoleDto extends FixedRecordDto {
  @ApiProperty({ example: 'Administrator' })
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ type: [ReferencePermissionDto] })
  readonly permissions!: ReferencePermissionDto[];
}

export class AuthSecretDto {
  @ApiProperty({ example: 'argon2' })
  readonly digest_method!: string;

  @ApiProperty({
    description: 'The end of the year 9999 for a password that does not expire; not set for an expired one.',
  })
  readonly expires_at!: NullTimeDto;

  @ApiProperty({ description: 'Always false: there is no second factor.' })
  readonly totp_activated!: boolean;
}

export class UserDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ example: 'alice' })
  readonly principal_name!: string;

  @ApiProperty(nullText)
  readonly first_name!: string | null;

  @ApiProperty(nullText)
  readonly last_name!: string | null;

  @ApiProperty(nullText)
  readonly email_address!: string | null;

  @ApiProperty({ type: [ReferenceRoleDto], description: 'The one role of the account.' })
  readonly roles!: ReferenceRoleDto[];

  @ApiProperty({ type: AuthSecretDto, nullable: true, description: 'Null for an account without a password.' })
  readonly AuthSecret!: AuthSecretDto | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Always null: nobody logs in by a provider.' })
  readonly sso_provider_id!: null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Always null.' })
  readonly saml_provider_id!: null;

  @ApiProperty()
  readonly is_disabled!: boolean;

  @ApiProperty({ description: 'Always true: there is no agreement to accept.' })
  readonly eula_accepted!: boolean;

  @ApiProperty()
  readonly last_login!: NullTimeDto;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly deleted_at!: NullTimeDto;
}

export class MinimalUserDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty(nullText)
  readonly first_name!: string | null;

  @ApiProperty(nullText)
  readonly last_name!: string | null;

  @ApiProperty({ ...nullText, description: 'The email address.' })
  readonly email!: string | null;
}
