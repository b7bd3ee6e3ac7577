import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { InvalidInputError } from '../../../base/errors.js';
import { isName, MayBeAbsent } from '../../../http/input/rules.js';
import { roleIds, roleOfId, type Role, roles } from '../../permissions.js';
import { defaultProviderConfig, type ProviderConfig } from './sso-provider.js';

const roleNumbers = Object.values(roleIds).toSorted((one, other) => one - other);

function Flag(description: string): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ description }), MayBeAbsent(), IsBoolean());
}

function Claim(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', nullable: true, maxLength: 256, description }),
    IsOptional(),
    IsString(),
    Length(1, 256),
  );
}

class AutoProvisionRequest {
  @Flag('Whether the first login of an unknown person creates an account.')
  readonly enabled?: boolean;

  @ApiPropertyOptional({ type: 'integer', enum: roleNumbers, description: 'Role of accounts without another one.' })
  @MayBeAbsent()
  @IsIn(roleNumbers)
  readonly default_role_id?: number;

  @Flag('Whether the provider decides the role, at each login.')
  readonly role_provision?: boolean;
}

class RequiredClaimRequest {
  @ApiProperty({ maxLength: 256 })
  @IsString()
  @Length(1, 256)
  readonly claim!: string;

  @ApiProperty({ type: [String], minItems: 1, maxItems: 100 })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @Length(1, 256, { each: true })
  readonly any_of!: string[];
}

class GroupRoleRequest {
  @ApiProperty({ maxLength: 256, description: 'Display name of a group, compared without case.' })
  @IsString()
  @Length(1, 256)
  readonly group!: string;

  @ApiProperty({ enum: roles })
  @IsIn(roles)
  readonly role!: Role;
}

export class ProviderConfigRequest {
  @ApiPropertyOptional({ type: AutoProvisionRequest })
  @MayBeAbsent()
  @ValidateNested()
  @Type(() => AutoProvisionRequest)
  readonly auto_provision?: AutoProvisionRequest;

  @Flag('SAML: whether the Response has to be signed, not only its assertion.')
  readonly require_signed_response?: boolean;

  @Flag('SAML: whether a login may begin at the provider.')
  readonly allow_idp_initiated?: boolean;

  @Flag('OpenID Connect: whether an email address counts without `email_verified`.')
  readonly trust_email?: boolean;

  @Flag('Whether the provider may make an account an administrator.')
  readonly allow_administrator?: boolean;

  @Claim('Attribute or claim with the stable id of a person; null: the one of the protocol.')
  readonly subject?: string | null;

  @Claim('Attribute or claim with the role; null: the usual one.')
  readonly role_claim?: string | null;

  @ApiPropertyOptional({ type: RequiredClaimRequest, nullable: true, description: 'Who may log in at all.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => RequiredClaimRequest)
  readonly require?: RequiredClaimRequest | null;

  @ApiPropertyOptional({
    type: [GroupRoleRequest],
    maxItems: 100,
    description:
      'SCIM: the first entry that names a group of an account is its role, and accounts without one have the default role. Empty: groups decide no roles.',
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => GroupRoleRequest)
  readonly group_roles?: GroupRoleRequest[];
}

function ProviderName(required = true): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required, maxLength: 256, example: 'Corporate sign-in', description: 'For people.' }),
    isName,
  );
}

function Issuer(required = true): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required, format: 'uri', maxLength: 1024, example: 'https://login.example' }),
    IsString(),
    Length(1, 1024),
  );
}

const clientId = /^[\x21-\x7E]{1,256}$/;

function ClientId(required = true): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required, maxLength: 256, example: 'graphward' }),
    Matches(clientId, { message: 'takes 1 to 256 printable characters of ASCII' }),
  );
}

const clientSecret = 'Stored encrypted and never shown. Without one, PKCE alone proves the login.';

function Mappings(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: [String],
      maxItems: 20,
      description:
        'Attributes or claims that contain the name of the user, the first present one counts. Empty: the default.',
    }),
    MayBeAbsent(),
    IsArray(),
    ArrayMaxSize(20),
    IsString({ each: true }),
    Length(1, 256, { each: true }),
  );
}

function Config(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: ProviderConfigRequest }),
    MayBeAbsent(),
    ValidateNested(),
    Type(() => ProviderConfigRequest),
  );
}

export class CreateOidcProviderRequest {
  @ProviderName()
  readonly name!: string;

  @Issuer()
  readonly issuer!: string;

  @ClientId()
  readonly client_id!: string;

  @ApiPropertyOptional({ maxLength: 1024, description: clientSecret })
  @MayBeAbsent()
  @IsString()
  @Length(1, 1024)
  readonly client_secret?: string;

  @Mappings()
  readonly principal_attribute_mappings?: string[];

  @Config()
  readonly config?: ProviderConfigRequest;
}

export class UpdateProviderRequest {
  @MayBeAbsent()
  @ProviderName(false)
  readonly name?: string;

  @Flag('Whether people can log in by it.')
  readonly enabled?: boolean;

  @MayBeAbsent()
  @Issuer(false)
  readonly issuer?: string;

  @MayBeAbsent()
  @ClientId(false)
  readonly client_id?: string;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: 1024,
    description: `${clientSecret} Null removes it.`,
  })
  @IsOptional()
  @IsString()
  @Length(1, 1024)
  readonly client_secret?: string | null;

  @ApiPropertyOptional({ description: 'SAML: new metadata (XML), for example with new certificates.' })
  @MayBeAbsent()
  @IsString()
  readonly metadata?: string;

  @Mappings()
  readonly principal_attribute_mappings?: string[];

  @Config()
  readonly config?: ProviderConfigRequest;
}

/** Absent properties stay as they are. */
export function withConfig(request: ProviderConfigRequest = {}, former = defaultProviderConfig): ProviderConfig {
  const { auto_provision: auto = {}, require } = request;
  const given = {
    requireSignedResponse: request.require_signed_response,
    allowIdpInitiated: request.allow_idp_initiated,
    trustEmail: request.trust_email,
    allowAdministrator: request.allow_administrator,
    subject: request.subject,
    roleClaim: request.role_claim,
    require: require && { claim: require.claim, anyOf: require.any_of },
    groupRoles: request.group_roles?.map(({ group, role }) => ({ group, role })),
  };
  const autoProvision = {
    enabled: auto.enabled,
    defaultRole: roleOf(auto.default_role_id),
    roleProvision: auto.role_provision,
  };
  return { ...merged(former, given), autoProvision: merged(former.autoProvision, autoProvision) };
}

/** @param changes undefined leaves a property as it is */
function merged<T extends object>(former: T, changes: { readonly [Name in keyof T]?: T[Name] | undefined }): T {
  return Object.assign({}, former, Object.fromEntries(Object.entries(changes).filter(([, it]) => it !== undefined)));
}

function roleOf(id: number | undefined): Role | undefined {
  return id === undefined ? undefined : roleOfId(id);
}

/** @throws InvalidInputError if a provider would make administrators without leave, or decide roles in two ways */
export function requireLeave({ autoProvision, allowAdministrator, groupRoles }: ProviderConfig): void {
  if (groupRoles.length > 0 && autoProvision.roleProvision) {
    const message = 'decides the roles, as auto_provision.role_provision does; choose one of them';
    throw InvalidInputError.at('body.invalid_value', 'body.config.group_roles', message);
  }
  if (allowAdministrator) return;
  if (groupRoles.some(({ role }) => role === 'administrator')) {
    const message = 'makes members of a group administrators; this needs allow_administrator';
    throw InvalidInputError.at('body.invalid_value', 'body.config.group_roles', message);
  }
  if (autoProvision.defaultRole !== 'administrator') return;
  const message = 'makes every new account an administrator; this needs allow_administrator';
  throw InvalidInputError.at('body.invalid_value', 'body.config.auto_provision.default_role_id', message);
}
