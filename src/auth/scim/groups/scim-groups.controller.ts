import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { JsonObject } from '../../../base/values/json-object.js';
import { PathText } from '../../../http/input/path.decorators.js';
import { apiBase } from '../../../http/openapi/api-controller.decorator.js';
import { CallingProvider, type ProviderIdentity } from '../../principal.js';
import { type PatchOperation, ScimBody, ScimPatchBody } from '../patch/scim-patch.js';
import { IfMatch, ScimListQuery, ScimCall, ScimQuery } from '../wire/scim-call.js';
import type { ScimList, ScimResource } from '../wire/scim-resource.js';
import { ScimGroupsService } from './scim-groups.service.js';

const PathGroup = () => PathText('id', 'Id of the group.');

@ApiExcludeController()
@Controller(`${apiBase}/scim/v2/Groups`)
export class ScimGroupsController {
  constructor(private readonly service: ScimGroupsService) {}

  @Get()
  @ScimCall()
  list(
    @CallingProvider() provider: ProviderIdentity,
    @ScimListQuery() query: Readonly<Record<string, string>>,
  ): Promise<ScimList> {
    return this.service.list(provider, query);
  }

  @Post()
  @ScimCall(201)
  create(
    @CallingProvider() provider: ProviderIdentity,
    @ScimQuery() _query: unknown,
    @ScimBody() body: JsonObject,
  ): Promise<ScimResource> {
    return this.service.create(provider, body);
  }

  @Get(':id')
  @ScimCall()
  get(
    @CallingProvider() provider: ProviderIdentity,
    @PathGroup() id: string,
    @ScimQuery() _query: unknown,
  ): Promise<ScimResource> {
    return this.service.get(provider, id);
  }

  @Put(':id')
  @ScimCall()
  replace(
    @CallingProvider() provider: ProviderIdentity,
    @PathGroup() id: string,
    @ScimQuery() _query: unknown,
    @IfMatch() ifMatch: string | undefined,
    @ScimBody() body: JsonObject,
  ): Promise<ScimResource> {
    return this.service.replace(provider, id, body, ifMatch);
  }

  @Patch(':id')
  @ScimCall()
  patch(
    @CallingProvider() provider: ProviderIdentity,
    @PathGroup() id: string,
    @ScimQuery() _query: unknown,
    @IfMatch() ifMatch: string | undefined,
    @ScimPatchBody() operations: readonly PatchOperation[],
  ): Promise<ScimResource> {
    return this.service.patch(provider, id, operations, ifMatch);
  }

  @Delete(':id')
  @ScimCall(204)
  delete(
    @CallingProvider() provider: ProviderIdentity,
    @PathGroup() id: string,
    @ScimQuery() _query: unknown,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.service.delete(provider, id, ifMatch);
  }
}
