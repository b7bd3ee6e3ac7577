import { type Fault, InvalidInputError } from '../../../base/errors.js';
import type { MultipartParts } from '../../../http/body/multipart-body.decorator.js';
import { type IdpMetadata, readIdpMetadata } from '../metadata/idp-metadata.js';
import type { SamlProviderDraft } from '../saml-provider.js';

/** The parts of the body, as the reference page words them. */
export const createSamlProviderParts = {
  name: 'Slug of the provider: 1 to 64 characters out of a-z, 0-9 and -. It becomes part of the addresses that it calls.',
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
    faults.push({ context: 'body.name', message });
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
