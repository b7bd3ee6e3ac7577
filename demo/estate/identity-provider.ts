import type { SamlProviderDraft } from '../../src/modules/saml/saml.dto.js';

/** The identity provider of the demo, as its metadata would have it. */
export const DEMO_IDENTITY_PROVIDER: SamlProviderDraft = {
  name: 'halden-signin',
  displayName: 'Halden sign-in',
  idpIssuerUri: 'https://signin.halden.example/saml/metadata',
  idpSsoUri: 'https://signin.halden.example/saml/sso/redirect',
};
