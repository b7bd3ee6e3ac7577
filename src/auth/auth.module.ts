import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../base/config/settings.js';
import { QueueModule } from '../queue/queue.module.js';
import { AccountEntity } from './account.entity.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { OwnPasswordService } from './self/own-password.service.js';
import { SelfController } from './self/self.controller.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { QueryLog } from './audit/query-log.js';
import { AccountFactorsController } from './enrolment/account-factors.controller.js';
import { FactorsService } from './enrolment/factors.service.js';
import { Reauthentication } from './enrolment/reauthentication.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { TotpSecrets } from './factors/totp-secrets.js';
import { SecondFactorService } from './factors/second-factor.service.js';
import { Authentication } from './guards/authentication.js';
import { InnerCalls } from './inner-calls/inner-calls.js';
import { CachedCredentials } from './accounts/cached-credentials.js';
import { LoopbackAccess } from './credentials/loopback.js';
import { RecoveryCodeDigests } from './factors/recovery-codes.js';
import { BreachedPasswords } from './passwords/breached-passwords.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { loadSecrets, Secrets } from './secrets/secrets.js';
import { SecretCipher } from './secrets/secret-cipher.js';
import { TokenKeyCipher } from './secrets/token-key-cipher.js';
import { BearerStrategy, SessionTokens } from './sessions/bearer.strategy.js';
import { VerifiedBearers, CachedSessions } from './sessions/cached-sessions.js';
import { CookieSessionController } from './cookie-sessions/cookie-session.controller.js';
import { SessionCookie } from './cookie-sessions/session-cookie.js';
import { AccountSessionsController } from './accounts/account-sessions.controller.js';
import { OwnSessionsController } from './self/own-sessions.controller.js';
import { LoginFailuresRepository } from './login/login-failures.repository.js';
import { LoginLimits } from './login/login-limits.js';
import { LoginService } from './login/login.service.js';
import { KeyedRequestsRepository } from './repeats/keyed-requests.repository.js';
import { SessionUses } from './sessions/session-uses.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SessionEntity } from './sessions/session.entity.js';
import { SessionsController } from './login/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { DeviceLoginController } from './device-login/device-login.controller.js';
import { DeviceLoginRepository } from './device-login/device-login.repository.js';
import { DeviceLoginService } from './device-login/device-login.service.js';
import { Challenges } from './passkeys/challenges.js';
import { PasskeyLoginController } from './passkeys/passkey-login.controller.js';
import { PasskeyLoginService } from './passkeys/passkey-login.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasskeyVerifier } from './passkeys/passkey-verifier.js';
import { SignatureVerifier } from './signature/signature-verifier.js';
import { SignatureStrategy } from './signature/signature.strategy.js';
import { ApiTokenEntity } from './tokens/api-token.entity.js';
import { ApiTokensController } from './tokens/api-tokens.controller.js';
import { ApiTokensRepository } from './tokens/api-tokens.repository.js';
import { ApiTokensService } from './tokens/api-tokens.service.js';
import { ClientTokensRepository } from './tokens/client-tokens.repository.js';
import { ClientTokensService } from './tokens/client-tokens.service.js';
import { BearerKeysService } from './tokens/bearer-keys.service.js';
import { CachedBearerKeys } from './tokens/cached-bearer-keys.js';
import { CachedTokens } from './tokens/cached-tokens.js';
import { TokenProofs } from './tokens/token-proofs.js';
import { TokenProofsRepository } from './tokens/token-proofs.repository.js';
import { TokenUses } from './tokens/token-uses.js';

const secrets = { provide: Secrets, inject: [Settings], useFactory: loadSecrets };

const accounts = [AccountsService, AccountsRepository, OwnPasswordService, PasswordHasher, BreachedPasswords];
const sessions = [
  LoginFailuresRepository,
  LoginLimits,
  LoginService,
  SessionsService,
  SessionsRepository,
  SessionTokens,
  SessionUses,
  CachedSessions,
  VerifiedBearers,
];
const tokens = [
  ApiTokensService,
  ApiTokensRepository,
  BearerKeysService,
  CachedBearerKeys,
  ClientTokensService,
  ClientTokensRepository,
  CachedTokens,
  TokenProofs,
  TokenProofsRepository,
  TokenUses,
  TokenKeyCipher,
];
const factors = [
  FactorsRepository,
  FactorsService,
  Reauthentication,
  RecoveryCodeDigests,
  SecondFactorService,
  SecretCipher,
  TotpSecrets,
  Challenges,
  PasskeyLoginService,
  PasskeysRepository,
  PasskeysService,
  PasskeyVerifier,
  DeviceLoginRepository,
  DeviceLoginService,
];
const audit = [AuditService, AuditRepository, QueryLog];
const schemes = [
  Authentication,
  InnerCalls,
  BearerStrategy,
  SignatureStrategy,
  SignatureVerifier,
  CachedCredentials,
  LoopbackAccess,
  SessionCookie,
];

/** Accounts, sessions and API tokens, both schemes of authentication, and the audit log. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccountEntity, SessionEntity, ApiTokenEntity]), QueueModule],
  controllers: [
    SessionsController,
    OwnSessionsController,
    AccountSessionsController,
    SelfController,
    AccountsController,
    AccountFactorsController,
    PasskeyLoginController,
    PasskeysController,
    DeviceLoginController,
    ApiTokensController,
  ],
  providers: [secrets, ...accounts, ...sessions, ...tokens, ...factors, ...audit, ...schemes, KeyedRequestsRepository],
  exports: [
    CachedCredentials,
    KeyedRequestsRepository,
    AccountsRepository,
    AccountsService,
    ApiTokensService,
    AuditService,
    Authentication,
    ClientTokensService,
    FactorsService,
    InnerCalls,
    VerifiedBearers,
    LoginService,
    LoopbackAccess,
    OwnPasswordService,
    PasskeyLoginService,
    QueryLog,
    SecretCipher,
    SessionCookie,
    SessionUses,
    SessionsService,
    TokenKeyCipher,
  ],
})
export class AuthModule {}

/** Logins by cookie, for the page. */
@Module({ controllers: [CookieSessionController] })
export class CookieSessionModule {}
