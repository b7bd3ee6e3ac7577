import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import type { MultipartParts } from '../../http/body/raw-body.decorators.js';
import { wireNullInt32, wireNullTime, wireTime } from '../../http/openapi/wire.dto.js';
import { type IdpMetadata, readIdpMetadata } from './idp-metadata.js';

/** The configuration of an identity provider. */
export interface SamlProviderDraft {
  /** Slug. It is part of the addresses that the provider calls. */
  readonly name: string;
  readonly displayName: string;
  readonly idpIssuerUri: string;
  readonly idpSsoUri: string;
}

export interface SamlProvider extends SamlProviderDraft {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Attributes of an assertion that contain the name of the user. An empty list means the default attributes. */
  readonly principalAttributeMappings: readonly string[];
  readonly ssoProviderId: number | null;
}

/** The parts of the body with their descriptions in the OpenAPI document. */
export const createSamlProviderParts = {
  name: 'Slug of the provider: 1 to 64 characters out of a-z, 0-9 and -. It is part of the addresses that the provider calls.',
  metadata: 'SAML 2.0 metadata of the identity provider (XML).',
};

export type CreateSamlProviderParts = MultipartParts<keyof typeof createSamlProviderParts>;

/** @throws InvalidInputError with the faults of both parts; TooLargeError */
export function readSamlProvider({
  name: nameBytes,
  metadata: metadataBytes,
}: CreateSamlProviderParts): SamlProviderDraft {
  const faults: Fault[] = [];
  const name = nameBytes.toString('utf8');
  if (!/^[a-z0-9-]{1,64}$/.test(name)) {
    const message = `${JSON.stringify(name.slice(0, 80))} is not valid; it takes 1 to 64 characters out of a-z, 0-9 and -`;
    faults.push(fault('body.invalid_value', 'body.name', message));
  }
  const metadata = collectingFaults(() => readIdpMetadata(metadataBytes), faults);
  if (faults.length > 0 || !metadata) throw new InvalidInputError(faults);
  return { name, displayName: name, idpIssuerUri: metadata.issuerUri, idpSsoUri: metadata.ssoUri };
}

function collectingFaults(read: () => IdpMetadata, faults: Fault[]): IdpMetadata | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}

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

export const samlProvidersShape = shape('SamlProvidersDto', {
  saml_providers: memory.array(samlProviderShape, 'Ordered by id.'),
});
export type SamlProvidersDto = JsonOf<typeof samlProvidersShape.fields>;

/** @param baseUrl address of this service for clients, without a slash at the end */
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
