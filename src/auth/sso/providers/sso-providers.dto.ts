import { type JsonOf, shape } from '../../../http/fields/fields.js';
import { memory } from '../../../http/fields/memory.js';
import { wireNullTime, wireTime } from '../../../http/openapi/wire.dto.js';
import { accountShape } from '../../accounts/accounts.fields.js';
import { roleIds, roles } from '../../permissions.js';
import { termOf } from '../metadata/certificates.js';
import { type SamlProviderDto, toSamlProviderDto } from './saml-provider.dto.js';
import { type NamedProvider, type ProviderConfig, providerKinds, type SsoProvider } from './sso-provider.js';

export const oidcProviderShape = shape('OidcProviderDto', {
  ...memory.record(),
  client_id: memory.text({ example: 'graphward' }),
  issuer: memory.text({ example: 'https://login.example' }),
  sso_provider_id: memory.int32('Equals the id.'),
  has_client_secret: memory.boolean('Whether a secret is stored, which is never shown.'),
  principal_attribute_mappings: memory.texts('Claims that contain the name of the user. Empty: `email`.'),
});
export type OidcProviderDto = JsonOf<typeof oidcProviderShape.fields>;

const autoProvisionShape = shape('AutoProvisionDto', {
  enabled: memory.boolean('Whether the first login of an unknown person creates an account.'),
  default_role_id: memory.int32(
    `Role of accounts without a role of the provider: ${Object.entries(roleIds)
      .map(([role, id]) => `${id} ${role}`)
      .join(', ')}.`,
  ),
  role_provision: memory.boolean('Whether the provider decides the role, at each login.'),
});

const requiredClaimShape = shape('RequiredClaimDto', {
  claim: memory.text('Attribute of an assertion, or claim.'),
  any_of: memory.texts('Values of which a person needs one.'),
});

const groupRoleShape = shape('GroupRoleDto', {
  group: memory.text('Display name of a group of the provider.'),
  role: memory.choice(roles)('Of its members.'),
});

const configShape = shape('SsoProviderConfigDto', {
  auto_provision: memory.object(autoProvisionShape),
  require_signed_response: memory.boolean('SAML: whether the Response has to be signed, not only its assertion.'),
  allow_idp_initiated: memory.boolean(
    'SAML: whether a login may begin at the provider; the page then asks whether to log in.',
  ),
  trust_email: memory.boolean('OpenID Connect: whether an email address counts without `email_verified`.'),
  allow_administrator: memory.boolean('Whether the provider may make an account an administrator.'),
  subject: memory.optionalText('Attribute or claim with the stable id of a person; null: the one of the protocol.'),
  role_claim: memory.optionalText('Attribute or claim with the role; null: the usual one.'),
  require: memory.optionalObject(requiredClaimShape, 'Who may log in at all.'),
  group_roles: memory.array(groupRoleShape, 'SCIM: the first entry that names a group of an account is its role.'),
});

const certificateShape = shape('ProviderCertificateDto', {
  fingerprint: memory.text('SHA-256, in hexadecimal digits.'),
  expires_at: memory.time(),
});

export const ssoProviderShape = shape('SsoProviderDto', {
  id: memory.int32(),
  name: memory.text({ example: 'Corporate ADFS' }),
  type: memory.choice(providerKinds)(),
  slug: memory.text({
    example: 'corporate-adfs',
    description: 'Part of the addresses of the provider. It never changes.',
  }),
  enabled: memory.absent(memory.boolean('Whether people can log in by it. Absent for strangers, as all that follows.')),
  login_refusal: memory.absent(
    memory.optionalText(
      'The code by which logins are refused: `sso.no_public_url`, or `sso.no_certificate`; null if they are not.',
    ),
  ),
  details: memory.absent(memory.any<SamlProviderDto | OidcProviderDto>({ type: 'object', additionalProperties: true })),
  config: memory.absent(memory.object(configShape)),
  certificates: memory.absent(memory.array(certificateShape, 'SAML: certificates whose keys sign.')),
});
export type SsoProviderDto = JsonOf<typeof ssoProviderShape.fields>;

export const affectedAccountsShape = shape('AffectedAccountsDto', {
  affected_users: memory.array(accountShape, 'Accounts that cannot log in until they have a password or a provider.'),
});
export type AffectedAccountsDto = JsonOf<typeof affectedAccountsShape.fields>;

export type ProviderDetailsDto = SamlProviderDto | OidcProviderDto;

export function toNamedProviderDto({ id, displayName, kind, slug }: NamedProvider): SsoProviderDto {
  return { id, name: displayName, type: kind, slug };
}

/** @param hasPublicUrl whether PUBLIC_URL is set, which logins need */
export function toSsoProviderDto(
  provider: SsoProvider,
  { baseUrl, hasPublicUrl }: { readonly baseUrl: string; readonly hasPublicUrl: boolean },
): SsoProviderDto {
  return {
    ...toNamedProviderDto(provider),
    enabled: provider.enabled,
    login_refusal: refusalOf(provider, hasPublicUrl),
    details: toDetailsDto(provider, baseUrl),
    config: toConfigDto(provider.config),
    certificates: provider.certificates.flatMap((it) => {
      const term = termOf(it);
      return term ? [{ fingerprint: term.fingerprint, expires_at: wireTime(term.expiresAt) }] : [];
    }),
  };
}

function refusalOf({ kind, certificates }: SsoProvider, hasPublicUrl: boolean): string | null {
  if (!hasPublicUrl) return 'sso.no_public_url';
  return kind === 'SAML' && certificates.length === 0 ? 'sso.no_certificate' : null;
}

export function toDetailsDto(provider: SsoProvider, baseUrl: string): ProviderDetailsDto {
  if (provider.kind === 'SAML') return toSamlProviderDto(provider, baseUrl);
  return {
    id: provider.id,
    created_at: wireTime(provider.createdAt),
    updated_at: wireTime(provider.updatedAt),
    deleted_at: wireNullTime(null),
    client_id: provider.clientId ?? '',
    issuer: provider.issuer,
    sso_provider_id: provider.id,
    has_client_secret: provider.hasClientSecret,
    principal_attribute_mappings: provider.principalAttributeMappings,
  };
}

function toConfigDto({ autoProvision, require, ...config }: ProviderConfig): JsonOf<typeof configShape.fields> {
  return {
    auto_provision: {
      enabled: autoProvision.enabled,
      default_role_id: roleIds[autoProvision.defaultRole],
      role_provision: autoProvision.roleProvision,
    },
    require_signed_response: config.requireSignedResponse,
    allow_idp_initiated: config.allowIdpInitiated,
    trust_email: config.trustEmail,
    allow_administrator: config.allowAdministrator,
    subject: config.subject,
    role_claim: config.roleClaim,
    require: require && { claim: require.claim, any_of: require.anyOf },
    group_roles: config.groupRoles,
  };
}
