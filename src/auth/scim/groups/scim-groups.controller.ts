import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { apiBase } from '../../../http/openapi/api-controller.decorator.js';
import { ScimResourcesController } from '../wire/scim-resources.controller.js';
import { ScimGroupsService } from './scim-groups.service.js';

@ApiExcludeController()
@Controller(`${apiBase}/scim/v2/Groups`)
export class ScimGroupsController extends ScimResourcesController {
  constructor(protected readonly service: ScimGroupsService) {
    super();
  }
}
