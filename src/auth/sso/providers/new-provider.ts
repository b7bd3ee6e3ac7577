import { fault, type Fault, InvalidInputError } from '../../../base/errors.js';
import type { OutwardDoor } from '../../../base/outwards/outward-door.js';
import { isPlainName } from '../../../http/input/rules.js';
import { readIdpMetadata } from '../metadata/idp-metadata.js';
import { issuerFault } from './issuer.js';
import { readAutoProvision, type SamlProviderParts } from './provider-body.js';
import type { SsoProviderDraft } from './sso-provider.js';
import { type CreateOidcProviderRequest, withConfig } from './sso-providers.request.dto.js';

const maxSlugLength = 64;

/** @throws InvalidInputError with the faults of all parts; TooLargeError */
export function readSamlProvider(parts: SamlProviderParts): SsoProviderDraft {
  const faults: Fault[] = [];
  const name = parts.name.toString('utf8');
  const slug = slugOf(name, faults);
  const config = readAutoProvision(parts, faults);
  const metadata = collectingFaults(() => fromMetadata(parts.metadata), faults);
  if (faults.length > 0 || !metadata) throw new InvalidInputError(faults);
  return { kind: 'SAML', slug, displayName: name, ...metadata, config: withConfig(config) };
}

/** @throws InvalidInputError */
export function readOidcProvider(body: CreateOidcProviderRequest, door: OutwardDoor): SsoProviderDraft {
  const faults: Fault[] = [];
  const { name, issuer, client_id: clientId, client_secret: clientSecret, config } = body;
  const { principal_attribute_mappings: principalAttributeMappings } = body;
  const slug = slugOf(name, faults);
  const wrong = issuerFault(issuer, door);
  if (wrong) faults.push(wrong);
  if (faults.length > 0) throw new InvalidInputError(faults);
  return {
    kind: 'OIDC',
    slug,
    displayName: name,
    issuer,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(principalAttributeMappings && { principalAttributeMappings }),
    config: withConfig(config),
  };
}

/** Issuer, address and certificates of the metadata of an identity provider. @throws InvalidInputError */
export function fromMetadata(bytes: Buffer) {
  const { issuerUri: issuer, ssoUri: ssoUrl, certificates } = readIdpMetadata(bytes);
  return { issuer, ssoUrl, certificates };
}

/** The part of the addresses that stands for a name. */
function slugOf(name: string, faults: Fault[]): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxSlugLength);
  if (slug !== '' && isPlainName(name)) return slug;
  const message = `${JSON.stringify(name.slice(0, 80))} is not valid; it takes 1 to 256 characters, at least one of them a letter a-z or a digit`;
  faults.push(fault('body.invalid_value', 'body.name', message));
  return slug;
}

/** @returns undefined if reading fails with faults, which are added */
export function collectingFaults<T>(read: () => T, faults: Fault[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
