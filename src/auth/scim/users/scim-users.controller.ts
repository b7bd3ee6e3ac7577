import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { apiBase } from '../../../http/openapi/api-controller.decorator.js';
import { ScimResourcesController } from '../wire/scim-resources.controller.js';
import { ScimUsersService } from './scim-users.service.js';

@ApiExcludeController()
@Controller(`${apiBase}/scim/v2/Users`)
export class ScimUsersController extends ScimResourcesController {
  constructor(protected readonly service: ScimUsersService) {
    super();
  }
}
