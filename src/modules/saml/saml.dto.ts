import { collectingFaults, fromMetadata } from '../../auth/sso/providers/new-provider.js';
import { samlProviderShape } from '../../auth/sso/providers/saml-provider.dto.js';
import type { SsoProviderDraft } from '../../auth/sso/providers/sso-provider.js';
import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import type { MultipartParts } from '../../http/body/raw-body.decorators.js';
import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';

/** The parts of the body with their descriptions in the OpenAPI document. */
export const createSamlProviderParts = {
  name: 'Slug of the provider: 1 to 64 characters out of a-z, 0-9 and -. It is part of the addresses that the provider calls.',
  metadata: 'SAML 2.0 metadata of the identity provider (XML).',
};

export type CreateSamlProviderParts = MultipartParts<keyof typeof createSamlProviderParts>;

/** @throws InvalidInputError with the faults of both parts; TooLargeError */
export function readSamlProvider({ name: nameBytes, metadata: bytes }: CreateSamlProviderParts): SsoProviderDraft {
  const faults: Fault[] = [];
  const name = nameBytes.toString('utf8');
  if (!/^[a-z0-9-]{1,64}$/.test(name)) {
    const message = `${JSON.stringify(name.slice(0, 80))} is not valid; it takes 1 to 64 characters out of a-z, 0-9 and -`;
    faults.push(fault('body.invalid_value', 'body.name', message));
  }
  const metadata = collectingFaults(() => fromMetadata(bytes), faults);
  if (faults.length > 0 || !metadata) throw new InvalidInputError(faults);
  return { kind: 'SAML', slug: name, displayName: name, ...metadata };
}

export const samlProvidersShape = shape('SamlProvidersDto', {
  saml_providers: memory.array(samlProviderShape, 'Ordered by id.'),
});
export type SamlProvidersDto = JsonOf<typeof samlProvidersShape.fields>;
