import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsOptional, IsString, Matches, MaxLength, ValidateBy, ValidateIf } from 'class-validator';
import {
  type AccountChanges,
  type AccountDraft,
  accountName,
  accountNameAllowed,
} from '../../auth/accounts/account.js';
import { type AccountSight, everything, limitedTo, mostEnvironments } from '../../auth/sight/account-sight.js';
import { IsPassword, passwordLength } from '../../auth/passwords/password-rules.js';
import { maxInt32 } from '../../http/input/rules.js';
import { ConflictError, type Fault, InvalidInputError } from '../../base/errors.js';
import { roleOfId } from '../../auth/permissions.js';
import { roleIdAllowed } from './users.answer.dto.js';

export interface SecretChange {
  readonly secret: string;
  /** Required if callers change their own secret. */
  readonly current: string | null;
  /** True if the user must choose a new secret after the next login. */
  readonly isExpired: boolean;
  /** IP address of the caller. Attempts count for the rate limit of logins. */
  readonly address: string;
}

/** Validates the property only if it has a value. Absent, null and empty mean no value. */
function IfGiven(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined && value !== null && value !== '');
}

function PersonName(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', nullable: true, maxLength: 256 }),
    IfGiven(),
    IsString(),
    MaxLength(256),
  );
}

const roleIdsSchema = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1 } as const;

function hasOneRole(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1 && roleOfId(value[0]) !== undefined;
}

function RoleIds(): PropertyDecorator {
  return ValidateBy(
    { name: 'roleIds', validator: { validate: hasOneRole } },
    { message: `takes a list with ${roleIdAllowed}` },
  );
}

/** The id of a provider; null for none: a number, its text, or `{ int32, valid }`. Undefined if it is none of these. */
function providerIdOf(value: unknown): number | null | undefined {
  if (value === null || value === '') return null;
  if (typeof value === 'object') {
    const { int32, valid }: { int32?: unknown; valid?: unknown } = value;
    return valid === false ? null : providerIdOf(int32);
  }
  const id = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= maxInt32 ? id : undefined;
}

function ProviderId(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ nullable: true, type: 'object', additionalProperties: true }),
    IfGiven(),
    ValidateBy(
      { name: 'providerId', validator: { validate: (value) => providerIdOf(value) !== undefined } },
      { message: 'takes the id of a provider, or null' },
    ),
  );
}

/** The ids of `environments: [{ environment_id }]`; undefined if it is none of that form. */
function environmentIdsOf(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { environments = [] }: { environments?: unknown } = value;
  if (environments === null) return [];
  if (!Array.isArray(environments) || environments.length > mostEnvironments) return undefined;
  const ids = environments.map((it: unknown) => {
    const { environment_id: id }: { environment_id?: unknown } = typeof it === 'object' && it !== null ? it : {};
    return typeof id === 'string' && id !== '' && id.length <= 256 ? id : undefined;
  });
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** What a user sees; undefined: the request says nothing about it. */
function sightOf({
  all_environments: all,
  environment_targeted_access_control: control,
}: UserRequest): AccountSight | undefined {
  const ids = environmentIdsOf(control) ?? [];
  if (ids.length > 0) return limitedTo(ids);
  if (all === true) return everything;
  return all === false ? limitedTo([]) : undefined;
}

/** The properties that both creation and change of a user accept. */
abstract class UserRequest {
  @PersonName()
  readonly first_name?: string | null;

  @PersonName()
  readonly last_name?: string | null;

  @ApiPropertyOptional({ type: 'string', format: 'email', nullable: true })
  @IfGiven()
  @IsEmail()
  readonly email_address?: string | null;

  @ProviderId()
  readonly saml_provider_id?: unknown;

  @ProviderId()
  readonly sso_provider_id?: unknown;

  @ApiPropertyOptional({ type: 'boolean', nullable: true })
  @IsOptional()
  @IsBoolean()
  readonly is_disabled?: boolean | null;

  @ApiPropertyOptional({ type: 'boolean', nullable: true, description: 'Whether the user sees all environments.' })
  @IsOptional()
  @IsBoolean()
  readonly all_environments?: boolean | null;

  @ApiPropertyOptional({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: '`{ environments: [{ environment_id }] }`: the environments that the user sees. None changes nothing.',
  })
  @IsOptional()
  @ValidateBy(
    { name: 'environments', validator: { validate: (value) => environmentIdsOf(value) !== undefined } },
    { message: `takes { environments: [{ environment_id }] }, at most ${mostEnvironments}` },
  )
  readonly environment_targeted_access_control?: object | null;
}

export class CreateUserRequest extends UserRequest {
  @ApiProperty({ pattern: accountName.source })
  @Matches(accountName, { message: `takes ${accountNameAllowed}` })
  readonly principal!: string;

  @ApiProperty(roleIdsSchema)
  @RoleIds()
  readonly roles!: number[];

  @IfGiven()
  @IsPassword({ optional: true })
  readonly secret?: string | null;

  @ApiPropertyOptional({ type: 'boolean', nullable: true })
  @IsOptional()
  @IsBoolean()
  readonly needs_password_reset?: boolean | null;
}

export class UpdateUserRequest extends UserRequest {
  @ApiPropertyOptional({ type: 'string', pattern: accountName.source, nullable: true })
  @IfGiven()
  @Matches(accountName, { message: `takes ${accountNameAllowed}` })
  readonly principal?: string | null;

  @ApiPropertyOptional({ ...roleIdsSchema, nullable: true })
  @IsOptional()
  @RoleIds()
  readonly roles?: number[] | null;
}

export class SetSecretRequest {
  @IsPassword()
  readonly secret!: string;

  @ApiPropertyOptional({ type: 'boolean', nullable: true, description: 'For the secret of another user.' })
  @IsOptional()
  @IsBoolean()
  readonly needs_password_reset?: boolean | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: passwordLength.max,
    description: 'Required if callers change their own secret.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(passwordLength.max)
  readonly current_secret?: string | null;
}

export function toAccountDraft(body: CreateUserRequest): AccountDraft {
  const role = roleOfId(body.roles[0]);
  if (!role) throw new Error('the role has been checked');
  return {
    name: body.principal,
    role,
    firstName: body.first_name || null,
    lastName: body.last_name || null,
    email: body.email_address || null,
    password: body.secret || null,
    passwordExpired: body.needs_password_reset ?? false,
    isDisabled: body.is_disabled ?? false,
    ssoProviderId: givenProviderOf(body) ?? null,
    sight: sightOf(body) ?? everything,
  };
}

export function toSecretChange(body: SetSecretRequest, address: string): SecretChange {
  const { secret, current_secret: current = null, needs_password_reset: isExpired } = body;
  return { secret, current, isExpired: isExpired ?? false, address };
}

/** The newer property counts. A user leaves its provider by `{ int32: 0, valid: false }` alone: null changes nothing. */
function givenProviderOf({ sso_provider_id: given, saml_provider_id: older }: UserRequest): number | null | undefined {
  const value = given ?? older;
  return value === undefined || value === null || value === '' ? undefined : providerIdOf(value);
}

/** Absent, null and empty values change nothing, as in the reference product. */
export function toAccountChanges(body: UpdateUserRequest): AccountChanges {
  const role = roleOfId(body.roles?.[0]);
  const ssoProviderId = givenProviderOf(body);
  const sight = sightOf(body);
  return {
    ...(body.first_name && { firstName: body.first_name }),
    ...(body.last_name && { lastName: body.last_name }),
    ...(body.email_address && { email: body.email_address }),
    ...(body.principal && { name: body.principal }),
    ...(role && { role }),
    ...(ssoProviderId !== undefined && { ssoProviderId }),
    ...(typeof body.is_disabled === 'boolean' && { isDisabled: body.is_disabled }),
    ...(sight && { sight }),
  };
}

const sentNames: ReadonlyMap<string, string> = new Map([
  ['body.name', 'body.principal'],
  ['body.password', 'body.secret'],
  ['body.role', 'body.roles'],
  ['body.current', 'body.current_secret'],
  ['body.new', 'body.secret'],
]);

/** Translates the contexts of account errors to the property names of the reference product, which the caller sent. */
export async function withSentNames<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InvalidInputError) throw new InvalidInputError(error.faults.map(asSent));
    if (error instanceof ConflictError) throw new ConflictError(error.faults.map(asSent));
    throw error;
  }
}

function asSent(fault: Fault): Fault {
  return { ...fault, context: sentNames.get(fault.context) ?? fault.context };
}
