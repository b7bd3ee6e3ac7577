import { described } from './error-description.js';

/** Codes of second factors, a part of the list in error-codes.ts. */
export const factorCodes = {
  'auth.otp_needed': described(
    400,
    'The password is right, and the account has a second factor.',
    'Send the login again with a code of the second factor or a recovery code as `otp`.',
  ),
  'auth.otp_wrong': described(
    400,
    'The code of the second factor is wrong or was used already, or codes of the account are refused for an hour.',
    'Wait for the next code, or use a recovery code.',
  ),
  'auth.provider_login_needed': described(
    400,
    'The last login at the identity provider is older than ten minutes, and the account has no password.',
    'Log in again by `GET /api/v2/sso/{slug}/login?reauthenticate=true`, and repeat the call.',
  ),
  'mfa.active': described(409, 'The account has this second factor already.', 'Remove it first.'),
  'mfa.not_enrolled': described(409, 'The account has no second factor of this kind.', 'Enrol it first.'),
  'passkey.invalid': described(400, 'The device has not registered a passkey for this service now.'),
  'device.authorization_pending': described(
    400,
    'Nobody has decided yet whether the program may log in.',
    'Ask again after `interval` seconds.',
  ),
  'device.slow_down': described(400, 'The program asks too often.', 'Wait `interval` seconds between two calls.'),
  'device.access_denied': described(400, 'The person has refused the login, or the account is disabled.'),
  'device.expired_token': described(400, 'The code is unknown, has expired or was used.', 'Begin another login.'),
};
