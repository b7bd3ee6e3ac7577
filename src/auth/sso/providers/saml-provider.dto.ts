import { type JsonOf, shape } from '../../../http/fields/fields.js';
import { memory } from '../../../http/fields/memory.js';
import { wireNullInt32, wireNullTime, wireTime } from '../../../http/openapi/wire.dto.js';
import type { SsoProvider } from './sso-provider.js';

/** Operation 2: exactly these fields. */
export const samlProviderShape = shape('SamlProviderDto', {
  ...memory.record(),
  name: memory.text({ pattern: '^[a-z0-9-]{1,64}$', example: 'corporate-adfs', description: 'Slug of the provider.' }),
  display_name: memory.text({ example: 'corporate-adfs', description: 'Name for people.' }),
  idp_issuer_uri: memory.text('Entity id of the identity provider.'),
  idp_sso_uri: memory.text('Address to which users are redirected for sign-in.'),
  principal_attribute_mappings: memory.texts(
    'Attributes that contain the name of the user. Empty: the default attributes.',
  ),
  sp_issuer_uri: memory.text('Entity id of this service for the provider.'),
  sp_sso_uri: memory.text('Address at which a login starts.'),
  sp_metadata_uri: memory.text('Address of the SAML metadata of this service.'),
  sp_acs_uri: memory.text('Address to which the provider sends assertions.'),
  sso_provider_id: memory.nullInt32(),
});
export type SamlProviderDto = JsonOf<typeof samlProviderShape.fields>;

/** The addresses of a provider at this service. @param baseUrl without a slash at the end */
export function addressesOf(slug: string, baseUrl: string) {
  const root = `${baseUrl}/api/v2/sso/${slug}`;
  return { entityId: root, login: `${root}/login`, metadata: `${root}/metadata`, callback: `${root}/callback` };
}

/** @param baseUrl address of this service for clients, without a slash at the end */
export function toSamlProviderDto(provider: SsoProvider, baseUrl: string): SamlProviderDto {
  const addresses = addressesOf(provider.slug, baseUrl);
  return {
    id: provider.id,
    created_at: wireTime(provider.createdAt),
    updated_at: wireTime(provider.updatedAt),
    deleted_at: wireNullTime(null),
    name: provider.slug,
    display_name: provider.displayName,
    idp_issuer_uri: provider.issuer,
    idp_sso_uri: provider.ssoUrl ?? '',
    principal_attribute_mappings: provider.principalAttributeMappings,
    sp_issuer_uri: addresses.entityId,
    sp_sso_uri: addresses.login,
    sp_metadata_uri: addresses.metadata,
    sp_acs_uri: addresses.callback,
    sso_provider_id: wireNullInt32(provider.ssoProviderId),
  };
}
