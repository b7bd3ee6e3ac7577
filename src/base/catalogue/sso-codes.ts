import { described } from './error-description.js';

/** Codes of identity providers, a part of the list in error-codes.ts. */
export const ssoCodes = {
  'saml.invalid_metadata': described(
    400,
    'The SAML metadata cannot be used.',
    'Export the metadata of one identity provider again.',
  ),
  'account.has_provider': described(
    400,
    'The account logs in by an identity provider, so it has no password.',
    'Take it away from its provider with the same call: `"sso_provider_id": null`.',
  ),
  'sso.no_public_url': described(
    409,
    'Logins by identity providers need to know the address of the service.',
    'Set `PUBLIC_URL`.',
  ),
  'sso.no_certificate': described(
    409,
    'No certificate of the identity provider is stored, so nothing that it signs can be verified.',
    'Send its metadata again with `PATCH /api/v2/sso-providers/{sso_provider_id}`.',
  ),
  'sso.unavailable': described(
    503,
    'The identity provider cannot be reached or gives no usable answer.',
    'The log has the reason.',
  ),
  'secrets.unreadable': described(
    503,
    'A secret of the database was encrypted under another `SECRET_KEY`.',
    'Restore `SECRET_KEY` or `DATA_DIR/secret.key`; `doctor` counts such rows.',
  ),
};
