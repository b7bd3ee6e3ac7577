import { Delete, Get, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { checkState } from './picture-state.dto.js';
import { CreatePictureRequest, SharePictureRequest, UpdatePictureRequest } from './pictures.dto.js';
import {
  type OpenedPictureDto,
  openedPictureShape,
  pictureList,
  type PictureListRequest,
  type PictureScope,
  pictureScopes,
  pictureShape,
} from './pictures.fields.js';
import { PicturesService } from './pictures.service.js';

const PathPicture = () => PathUuid('picture_id', 'Id of the picture.');
const state = { maxBytes: 256 * 1024, check: checkState };

@ApiController('pictures', {
  name: 'pictures',
  description: 'Pictures of the graph that an account keeps: object ids, and how they are shown.',
})
export class PicturesController {
  constructor(private readonly pictures: PicturesService) {}

  @Get()
  @Allow('self:manage')
  @Operation({ summary: 'List pictures', answer: pageOf(pictureShape.dto) })
  list(
    @Caller() caller: Principal,
    @QueryChoice(
      'scope',
      pictureScopes,
      'all',
      '`owned`: own pictures. `shared`: pictures that others share with the account. `public`: pictures that others share with everybody.',
    )
    scope: PictureScope,
    @ListQuery(pictureList) request: PictureListRequest,
  ): Promise<JsonText> {
    return this.pictures.list(caller, scope, request);
  }

  @Post()
  @Allow('self:manage')
  @Repeatable((it: PicturesController, { ids: [id], caller }) => it.pictures.get(caller, id!))
  @Operation({
    summary: 'Keep a picture',
    description:
      'The body has at most 256 KiB. An account keeps at most 100 pictures: the one without a name that was not changed for longest is deleted for a new one.',
    status: 201,
    answer: dataOf(pictureShape.dto),
    errors: [409],
  })
  create(
    @Caller() caller: Principal,
    @JsonBody(CreatePictureRequest, state) { name = null, state: shown }: CreatePictureRequest,
  ): Promise<JsonText> {
    return this.pictures.create(caller, { name, state: shown });
  }

  @Get(':picture_id')
  @Allow('graph:read', 'seen')
  @Cost(10)
  @Operation({
    summary: 'Open a picture',
    description:
      'Returns what the caller sees of it. Objects that are gone or not seen are counted, and edges among the others that came or went since it was drawn are listed.',
    answer: dataOf(openedPictureShape.dto),
    isOfGraph: true,
  })
  async get(
    @Caller() caller: Principal,
    @PathPicture() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: OpenedPictureDto }> {
    return { data: versioned(response, await this.pictures.open(caller, id)) };
  }

  @Patch(':picture_id')
  @Allow('self:manage')
  @Operation({
    summary: 'Change a picture',
    description: 'Absent properties stay unchanged. The body has at most 256 KiB.',
    answer: dataOf(pictureShape.dto),
    errors: [409],
  })
  update(
    @Caller() caller: Principal,
    @PathPicture() id: string,
    @JsonBody(UpdatePictureRequest, state) changes: UpdatePictureRequest,
  ): Promise<JsonText> {
    return this.pictures.update(caller, id, changes);
  }

  @Delete(':picture_id')
  @Allow('self:manage')
  @Operation({ summary: 'Delete a picture', status: 204, answer: noBody, errors: [409] })
  delete(@Caller() caller: Principal, @PathPicture() id: string): Promise<void> {
    return this.pictures.delete(caller, id);
  }

  @Put(':picture_id/permissions')
  @Allow('queries:write')
  @Operation({
    summary: 'Set the sharing of a picture',
    description: 'Replaces it. Without accounts and `public`, nobody else can open the picture any more.',
    status: 204,
    answer: noBody,
    errors: [409],
  })
  setSharing(
    @Caller() caller: Principal,
    @PathPicture() id: string,
    @JsonBody(SharePictureRequest) { public: isPublic = false, user_ids: accountIds = [] }: SharePictureRequest,
  ): Promise<void> {
    return this.pictures.share(caller, id, { isPublic, accountIds });
  }
}
