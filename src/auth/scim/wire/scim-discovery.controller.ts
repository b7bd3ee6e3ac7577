import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFoundError } from '../../../base/errors.js';
import { PathText } from '../../../http/input/path.decorators.js';
import { apiBase } from '../../../http/openapi/api-controller.decorator.js';
import { ScimCall, ScimQuery } from './scim-call.js';
import { resourceTypes, scimSchemas, serviceProviderConfig } from './scim-schemas.js';

const PathId = () => PathText('name', 'Id of the schema or the type.');

/** What a provider can learn about this service before it calls. */
@ApiExcludeController()
@Controller(`${apiBase}/scim/v2`)
export class ScimDiscoveryController {
  @Get('ServiceProviderConfig')
  @ScimCall()
  config(@ScimQuery() _query: unknown): object {
    return serviceProviderConfig;
  }

  @Get('Schemas')
  @ScimCall()
  schemas(@ScimQuery() _query: unknown): object {
    return whole(scimSchemas);
  }

  @Get('Schemas/:name')
  @ScimCall()
  schema(@PathId() id: string, @ScimQuery() _query: unknown): object {
    return named(scimSchemas, id);
  }

  @Get('ResourceTypes')
  @ScimCall()
  types(@ScimQuery() _query: unknown): object {
    return whole(resourceTypes);
  }

  @Get('ResourceTypes/:name')
  @ScimCall()
  type(@PathId() id: string, @ScimQuery() _query: unknown): object {
    return named(resourceTypes, id);
  }
}

function whole(resources: readonly object[]): object {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:ListResponse'];
  const count = resources.length;
  return { schemas, totalResults: count, startIndex: 1, itemsPerPage: count, Resources: resources };
}

function named(resources: readonly { readonly id: string }[], id: string): object {
  const found = resources.find((it) => it.id === id);
  if (!found)
    throw new NotFoundError('path.name', `there is no ${id}; there is ${resources.map((it) => it.id).join(', ')}`);
  return found;
}
