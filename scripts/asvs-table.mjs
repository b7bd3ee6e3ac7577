/**
 * Requirements of the OWASP Application Security Verification Standard 5.0, levels 1 and 2, for authentication, sessions, access, tokens
 * and OAuth. The words are ours and short; the standard has the requirement. Each is met by a test or a file, or
 * does not concern this service.
 */
const login = 'src/auth/login/sessions.http-spec.ts';
const limits = 'src/auth/login/login-limits.spec.ts';
const rules = 'src/auth/passwords/password-rules.spec.ts';
const factors = 'src/auth/enrolment/account-factors.http-spec.ts';
const passkeys = 'src/auth/passkeys/passkeys.http-spec.ts';
const device = 'src/auth/device-login/device-login.http-spec.ts';
const own = 'src/auth/self/own-sessions.http-spec.ts';
const cookies = 'src/auth/cookie-sessions/cookie-session.http-spec.ts';
const saml = 'src/auth/sso/saml/saml-login.http-spec.ts';
const oidc = 'src/auth/sso/oidc/oidc-login.http-spec.ts';
const stored = 'src/auth/sessions/sessions.repository.db-spec.ts';
const bearer = 'src/auth/sessions/bearer.strategy.spec.ts';
const accounts = 'test/e2e/accounts.e2e-spec.ts';
const codes = 'src/auth/factors/recovery-codes.spec.ts';
const routes = 'test/inventory/routes.inventory-spec.ts';

/** @param at a file @param title of a test in it */
const met = (id, words, at, title) => ({ id, words, at, title });
const none = (id, words, reason) => ({ id, words, none: reason });

const noOutOfBand = 'no codes by mail, message or telephone';
const noCodeGrant = 'the service issues no authorization codes';
const noRefresh = 'there are no refresh tokens';
const noProvider = 'the service is no provider of OpenID Connect';

export const chapters = {
  Authentication: [
    met('6.1.1', 'limits of failed logins are documented', 'docs/adr/0007-authentication.md'),
    met('6.1.2', 'words of the context that passwords must not have', 'docs/api.md'),
    met('6.1.3', 'all ways to log in are documented', 'docs/identity.md'),
    met('6.2.1', 'length of passwords', 'src/commands/accounts/new-password.spec.ts', 'that is too short'),
    met('6.2.2', 'people change their password', accounts, 'changes its password with the current password'),
    met('6.2.3', 'a change asks for the current password', accounts, 'changes its password with the current password'),
    met(
      '6.2.4',
      'common passwords are refused, by a list, with endings, by their strength',
      rules,
      'refuses the most common passwords with the endings that make them long enough',
    ),
    met('6.2.5', 'no rules of composition', rules, 'accepts %s'),
    met('6.2.6', 'fields hide the password', 'ui/base/field.tsx'),
    met('6.2.7', 'password managers and paste work', 'test/ui/frame.ts'),
    met(
      '6.2.8',
      'passwords are verified as they were typed',
      'src/auth/passwords/password-hasher.spec.ts',
      'accepts the password of a hash and no other',
    ),
    met('6.2.9', 'at least 64 characters are accepted', rules, 'accepts words and signs without end'),
    met('6.2.10', 'no change by the calendar', 'src/auth/account.entity.ts'),
    met('6.2.11', 'words of the context are refused', rules, 'refuses %s: it %s'),
    met(
      '6.2.12',
      'known leaked passwords, by BREACHED_PASSWORDS_FILE beside the common ones',
      'src/auth/passwords/breached-passwords.spec.ts',
      'has each of its passwords and no other one, %s',
    ),
    met('6.3.1', 'guessing is limited', limits, 'refuses an address after its failures of a minute'),
    met(
      '6.3.2',
      'no default accounts',
      'test/e2e/first-start.e2e-spec.ts',
      'refuses an INITIAL_ADMIN_PASSWORD that is easy to guess',
    ),
    met(
      '6.3.3',
      'second factors, by REQUIRE_MFA',
      factors,
      'lets an administrator without a second factor do nothing but enrol one',
    ),
    met(
      '6.3.4',
      'no way around the second factor',
      passkeys,
      'logs in without name and password, and makes the password alone too little',
    ),
    met(
      '6.4.1',
      'a generated first password ends with its first use',
      'test/e2e/first-start.e2e-spec.ts',
      'so that a used port does not lose the password, which the first login has to replace',
    ),
    met('6.4.2', 'no hints and secret questions', 'docs/second-factors.md'),
    met(
      '6.4.3',
      'a forgotten password is reset without losing the factor',
      factors,
      'stay with a password that an administrator sets',
    ),
    met(
      '6.4.4',
      'a lost factor is removed by people who know the owner',
      factors,
      'of another account is its removal by an administrator',
    ),
    met('6.5.1', 'codes are used once', factors, 'are accepted once, also by two instances at the same time'),
    met(
      '6.5.2',
      'recovery codes of less than 112 bits have a slow hash',
      codes,
      'have one slow digest in every way to write them and with all settings',
    ),
    met('6.5.3', 'secrets are random', codes, 'are ten, of 80 random bits each'),
    met('6.5.4', 'codes have at least 20 bits', codes, 'are ten, of 80 random bits each'),
    met(
      '6.5.5',
      'codes expire; of an app one step of 30 s earlier and later counts',
      'src/auth/factors/totp.spec.ts',
      'are accepted one step earlier and later, and not two',
    ),
    none('6.6.1', 'codes by telephone', noOutOfBand),
    met('6.6.2', 'a code of a device belongs to one request', device, 'is decided by a person who types its code'),
    met('6.6.3', 'codes of devices cannot be guessed', device, 'cannot be guessed: five wrong codes'),
    met(
      '6.8.1',
      'one provider cannot speak for the people of another',
      oidc,
      'refuses the name of an account that does not belong to the provider',
    ),
    met('6.8.2', 'signatures are present and verified', saml, 'refuses a wrapped signature, way %i'),
    met(
      '6.8.3',
      'an assertion opens one session',
      saml,
      'opens one session for one answer, also at two instances at once',
    ),
    none(
      '6.8.4',
      'strength of the login at the provider',
      'the service asks for none; the provider decides how its people log in (docs/identity.md)',
    ),
  ],
  Sessions: [
    met('7.1.1', 'limits of sessions are documented', 'docs/adr/0064-cookie-session.md'),
    met(
      '7.1.2',
      'number of sessions of an account',
      login,
      'ends the oldest session of an account at a login too many',
    ),
    met('7.1.3', 'sessions and providers are documented', 'docs/identity.md'),
    met('7.2.1', 'sessions are verified by the service', bearer, 'authenticates the account of its session'),
    met('7.2.2', 'sessions have tokens of their own', login, 'accepts sessions of its own and of other instances'),
    met('7.2.3', 'ids of sessions are random', 'src/auth/sessions/sessions.service.ts'),
    met('7.2.4', 'a login opens another session', oidc, 'replaces the session that the browser had before'),
    met(
      '7.3.1',
      'sessions of the page end without use',
      stored,
      'ends a session of the page SESSION_IDLE after its last use',
    ),
    met('7.3.2', 'sessions end after SESSION_TTL', bearer, 'is refused from the second of its expiry'),
    met(
      '7.4.1',
      'a session that has ended opens nothing',
      cookies,
      'begins with a cookie that scripts cannot read, and ends with its removal',
    ),
    met(
      '7.4.2',
      'a disabled account has no sessions',
      stored,
      'finds no session that has ended or whose account is disabled',
    ),
    met('7.4.3', 'others end if a factor changes', own, 'end all but the present one'),
    met('7.4.4', 'logout is on every screen', 'test/ui/frame.ts'),
    met('7.4.5', 'administrators end sessions', own, 'are listed and ended by administrators'),
    met('7.5.1', 'factors change after another proof', factors, 'asks for the password or a code again'),
    met(
      '7.5.2',
      'ending sessions asks for another proof',
      own,
      'end by an old login only with the password or a code, which count for ten minutes',
    ),
    met(
      '7.6.1',
      'tokens stop without a login at the provider',
      oidc,
      'stops the tokens of people who no longer log in by the provider',
    ),
    met(
      '7.6.2',
      'a session begins by an action of its owner',
      saml,
      'asks the page whether to log in if the login began at the provider',
    ),
  ],
  Access: [
    met('8.1.1', 'rights are documented', 'docs/permissions.md'),
    met('8.1.2', 'rights on properties are documented', 'docs/permissions.md'),
    met('8.2.1', 'each route has one permission', routes, 'declares one permission or that it is public'),
    met(
      '8.2.2',
      'rows of others are absent',
      'src/auth/scim/scim.http-spec.ts',
      'sees and changes accounts of its provider alone',
    ),
    met(
      '8.2.3',
      'strangers see names of providers alone',
      'src/auth/sso/providers/sso-providers.http-spec.ts',
      'tells strangers the names of enabled providers alone, and refuses wrong credentials',
    ),
    met('8.3.1', 'the service decides, not the page', routes, 'may call exactly the routes of its permissions'),
    none(
      '8.4.1',
      'tenants',
      'a deployment has one tenant; identity providers see their own accounts (provisioning.md)',
    ),
  ],
  'Self-contained tokens': [
    met(
      '9.1.1',
      'signatures are verified first',
      bearer,
      'is refused under another key, another algorithm or another issuer',
    ),
    met('9.1.2', 'algorithms are listed', bearer, 'is refused under another key, another algorithm or another issuer'),
    met(
      '9.1.3',
      'keys come from the provider alone',
      oidc,
      'asks for the keys again at most once a minute, whatever key a token names',
    ),
    met('9.2.1', 'times are checked', saml, 'refuses an assertion that is not valid yet'),
    met('9.2.2', 'only tokens of sessions count as such', bearer, 'is refused without a session'),
    met('9.2.3', 'tokens for others are refused', oidc, 'refuses a token for another client'),
    met('9.2.4', 'own tokens have one audience', 'src/auth/sessions/bearer.strategy.ts'),
  ],
  'OAuth and OpenID Connect': [
    met('10.1.1', 'tokens of providers stay in the service', 'src/auth/sso/oidc/oidc-protocol.ts'),
    met('10.1.2', 'an answer belongs to the browser that asked', oidc, 'refuses the %s of another browser'),
    met('10.2.1', 'state and PKCE', oidc, 'refuses the %s of another browser'),
    met('10.2.2', 'providers cannot be mixed up', oidc, 'refuses the issuer of another provider in the answer'),
    none('10.3.1', 'audience of access tokens', 'the API takes its own tokens, whose session is looked up'),
    none('10.3.2', 'scopes of access tokens', 'tokens have no scopes; rights follow from the account'),
    none('10.3.3', 'subjects of access tokens', 'the session names its account'),
    none('10.3.4', 'strength by access tokens', 'REQUIRE_MFA decides for the session'),
    none('10.4.1', 'addresses of redirects', noCodeGrant),
    none('10.4.2', 'codes are used once', noCodeGrant),
    none('10.4.3', 'codes are short-lived', noCodeGrant),
    met('10.4.4', 'one grant: devices', device, 'is decided by a person who types its code'),
    none('10.4.5', 'refresh tokens', noRefresh),
    none('10.4.6', 'PKCE of codes', noCodeGrant),
    none('10.4.7', 'registration of clients', 'clients do not register'),
    none('10.4.8', 'refresh tokens', noRefresh),
    met('10.4.9', 'sessions of programs are revoked on the page', own, 'end one by one'),
    none('10.4.10', 'confidential clients', 'programs are public clients'),
    none('10.4.11', 'scopes of clients', 'tokens have no scopes'),
    met('10.5.1', 'nonce', oidc, 'refuses a nonce of another login'),
    met('10.5.2', 'people are known by issuer and subject', oidc, 'binds an account to its first subject'),
    met('10.5.3', 'the issuer of the discovery document is the configured one', oidc, 'refuses a provider that %s'),
    met('10.5.4', 'audience', oidc, 'refuses a token for another client'),
    none('10.5.5', 'logout by the provider', 'back-channel logout is not offered'),
    none('10.6.1', 'response modes', noProvider),
    none('10.6.2', 'logout at the provider', noProvider),
    met('10.7.1', 'a person decides on each program', device, 'ends if the person refuses it'),
    met('10.7.2', 'the page says who asks', device, 'is decided by a person who types its code'),
    met('10.7.3', 'programs are listed and revoked', own, 'are listed newest first'),
  ],
};
