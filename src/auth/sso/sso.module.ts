import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../../base/config/settings.js';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import { ProviderAccountsRepository } from '../accounts/provider-accounts.repository.js';
import { GroupRolesRepository } from './group-roles/group-roles.repository.js';
import { GroupRolesService } from './group-roles/group-roles.service.js';
import { SsoKeyEntity } from './keys/sso-key.entity.js';
import { SsoKeysRepository } from './keys/sso-keys.repository.js';
import { SsoKeysService } from './keys/sso-keys.service.js';
import { LoginCookie } from './login/login-cookie.js';
import { ProviderLoginService } from './login/provider-login.service.js';
import { SsoBrowser } from './login/sso-browser.service.js';
import { SsoLoginService } from './login/sso-login.service.js';
import { SsoController } from './login/sso.controller.js';
import { UsedMessagesRepository } from './login/used-messages.repository.js';
import { OidcProtocol } from './oidc/oidc-protocol.js';
import { SsoProviderEntity } from '../sso-provider.entity.js';
import { SsoProvidersController } from './providers/sso-providers.controller.js';
import { SsoProvidersRepository } from './providers/sso-providers.repository.js';
import { SsoProvidersService } from './providers/sso-providers.service.js';
import { SamlProtocol } from './saml/saml-protocol.js';

const door = {
  provide: OutwardDoor,
  inject: [Settings],
  useFactory: (settings: Settings) => new OutwardDoor(settings),
};

/** Identity providers. */
@Module({
  imports: [TypeOrmModule.forFeature([SsoProviderEntity, SsoKeyEntity])],
  controllers: [SsoProvidersController],
  providers: [
    door,
    GroupRolesRepository,
    GroupRolesService,
    SsoProvidersService,
    SsoProvidersRepository,
    SsoKeysService,
    SsoKeysRepository,
  ],
  exports: [door, GroupRolesService, SsoProvidersService, SsoProvidersRepository, SsoKeysService],
})
export class SsoModule {}

/** Logins by identity providers, which end in a session of the page. */
@Module({
  imports: [SsoModule],
  controllers: [SsoController],
  providers: [
    LoginCookie,
    OidcProtocol,
    ProviderAccountsRepository,
    ProviderLoginService,
    SamlProtocol,
    SsoBrowser,
    SsoLoginService,
    UsedMessagesRepository,
  ],
})
export class SsoLoginModule {}
