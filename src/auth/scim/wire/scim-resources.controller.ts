import { Delete, Get, Patch, Post, Put } from '@nestjs/common';
import type { JsonObject } from '../../../base/values/json-object.js';
import { PathText } from '../../../http/input/path.decorators.js';
import { CallingProvider, type ProviderIdentity } from '../../principal.js';
import { type PatchOperation, ScimBody, ScimPatchBody } from '../patch/scim-patch.js';
import { IfMatch, ScimCall, ScimListQuery, ScimQuery } from './scim-call.js';
import type { ScimList, ScimResource } from './scim-resource.js';

/** Provisions the resources of one type. */
export interface ScimResources {
  list(provider: ProviderIdentity, query: Readonly<Record<string, string>>): Promise<ScimList>;
  create(provider: ProviderIdentity, body: JsonObject): Promise<ScimResource>;
  get(provider: ProviderIdentity, id: string): Promise<ScimResource>;
  replace(provider: ProviderIdentity, id: string, body: JsonObject, ifMatch?: string): Promise<ScimResource>;
  patch(
    provider: ProviderIdentity,
    id: string,
    operations: readonly PatchOperation[],
    ifMatch?: string,
  ): Promise<ScimResource>;
  delete(provider: ProviderIdentity, id: string, ifMatch?: string): Promise<void>;
}

const PathResource = () => PathText('id', 'Id of the resource.');

/** The routes of one type of resources, which are the same for users and groups. */
export abstract class ScimResourcesController {
  protected abstract readonly service: ScimResources;

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
    @PathResource() id: string,
    @ScimQuery() _query: unknown,
  ): Promise<ScimResource> {
    return this.service.get(provider, id);
  }

  @Put(':id')
  @ScimCall()
  replace(
    @CallingProvider() provider: ProviderIdentity,
    @PathResource() id: string,
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
    @PathResource() id: string,
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
    @PathResource() id: string,
    @ScimQuery() _query: unknown,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.service.delete(provider, id, ifMatch);
  }
}
