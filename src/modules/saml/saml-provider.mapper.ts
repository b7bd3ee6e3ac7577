import { wireNullInt32, wireNullTime, wireTime } from '../../http/wire.js';
import type { SamlProviderDto } from './dto/saml-provider.dto.js';
import type { SamlProvider } from './saml-provider.js';

/** @param baseUrl where clients reach the service, without a slash at the end */
export function toSamlProviderDto(provider: SamlProvider, baseUrl: string): SamlProviderDto {
  const root = `${baseUrl}/api/v2/sso/${provider.name}`;
  return {
    id: provider.id,
    created_at: wireTime(provider.createdAt),
    updated_at: wireTime(provider.updatedAt),
    deleted_at: wireNullTime(null),
    name: provider.name,
    display_name: provider.displayName,
    idp_issuer_uri: provider.idpIssuerUri,
    idp_sso_uri: provider.idpSsoUri,
    principal_attribute_mappings: provider.principalAttributeMappings,
    sp_issuer_uri: root,
    sp_sso_uri: `${root}/login`,
    sp_metadata_uri: `${root}/metadata`,
    sp_acs_uri: `${root}/callback`,
    sso_provider_id: wireNullInt32(provider.ssoProviderId),
  };
}
