import { Module } from '@nestjs/common';
import { SsoModule } from '../sso/sso.module.js';
import { ScimGroupsController } from './groups/scim-groups.controller.js';
import { ScimGroupsRepository } from './groups/scim-groups.repository.js';
import { ScimGroupsService } from './groups/scim-groups.service.js';
import { ScimUsersController } from './users/scim-users.controller.js';
import { ScimUsersRepository } from './users/scim-users.repository.js';
import { ScimUsersService } from './users/scim-users.service.js';
import { ScimAnswers } from './wire/scim-answers.js';
import { ScimDiscoveryController } from './wire/scim-discovery.controller.js';

/** Provisioning by SCIM 2.0: an identity provider makes, changes and disables its accounts. */
@Module({
  imports: [SsoModule],
  controllers: [ScimDiscoveryController, ScimUsersController, ScimGroupsController],
  providers: [ScimAnswers, ScimUsersService, ScimUsersRepository, ScimGroupsService, ScimGroupsRepository],
})
export class ScimModule {}
