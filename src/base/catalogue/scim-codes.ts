import { described } from './error-description.js';

/** Codes of provisioning by SCIM, a part of the list in error-codes.ts. */
export const scimCodes = {
  'scim.invalid_filter': described(400, 'A filter of SCIM cannot be read, or names what cannot be filtered by.'),
  'scim.invalid_path': described(400, 'The path of an operation of a SCIM PATCH cannot be read.'),
  'scim.invalid_value': described(400, 'An attribute of a SCIM resource has a value that it does not take.'),
  'scim.no_target': described(400, 'An operation of a SCIM PATCH names nothing that it could change.'),
  'scim.version_changed': described(
    412,
    'The resource has changed since the version of `If-Match`.',
    'Read it again, and repeat the change if it still applies.',
  ),
};
