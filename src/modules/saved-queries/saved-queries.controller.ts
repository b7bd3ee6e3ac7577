import { Delete, Get, Post, Put } from '@nestjs/common';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { FileBody } from '../../http/body/raw-body.decorators.js';
import type { FileAnswer } from '../../http/file-answer.js';
import { PathInt } from '../../http/input/path.decorators.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, fileBody, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { queryFileTypes } from './query-files.js';
import {
  CreateSavedQueryRequest,
  EndSharingRequest,
  type ImportedQueriesDto,
  importedQueriesShape,
  type SavedQuerySharesDto,
  savedQuerySharesShape,
  ShareSavedQueryRequest,
  UpdateSavedQueryRequest,
} from './saved-queries.dto.js';
import {
  type QueryScope,
  queryScopes,
  savedQueryList,
  type SavedQueryListRequest,
  savedQueryShape,
} from './saved-queries.fields.js';
import { SavedQueriesService } from './saved-queries.service.js';

const PathQuery = () => PathInt('saved_query_id', 'Id of the saved query.');
const Scope = () =>
  QueryChoice(
    'scope',
    queryScopes,
    'all',
    '`owned`: own queries. `shared`: queries that others share with the account. `public`: queries of the service, and queries that others share with everybody.',
  );

@ApiController('saved-queries', 'saved queries')
export class SavedQueriesController {
  constructor(private readonly service: SavedQueriesService) {}

  @Get()
  @Allow('queries:read')
  @Operation({ summary: 'List saved queries', answer: pageOf(savedQueryShape.dto) })
  list(
    @Caller() caller: Principal,
    @Scope() scope: QueryScope,
    @ListQuery(savedQueryList) request: SavedQueryListRequest,
  ): Promise<JsonText> {
    return this.service.list(caller, scope, request);
  }

  @Post()
  @Allow('queries:write')
  @Repeatable((it: SavedQueriesController, { ids: [id], caller }) => it.get(caller, Number(id)))
  @Operation({ summary: 'Save a query', status: 201, answer: dataOf(savedQueryShape.dto), errors: [409] })
  create(
    @Caller() caller: Principal,
    @JsonBody(CreateSavedQueryRequest) { name, query, description = '', category = '' }: CreateSavedQueryRequest,
  ): Promise<JsonText> {
    return this.service.create(caller, { name, query, description, category });
  }

  @Post('import')
  @Allow('queries:write')
  @Operation({
    summary: 'Import saved queries',
    description:
      'A JSON file with `name`, `query`, `description` and `category`, with a list of such objects, or `customqueries.json` of former products; or a ZIP of such files. Queries with a fault are left out and named. It is an error if none is good.',
    status: 201,
    answer: dataOf(importedQueriesShape.dto),
    errors: [409],
  })
  async import(
    @Caller() caller: Principal,
    @FileBody(queryFileTypes) bytes: Buffer,
  ): Promise<{ data: ImportedQueriesDto }> {
    return { data: await this.service.import(caller, bytes) };
  }

  // Before the path of one query, which would match, too.
  @Get('export')
  @Allow('queries:read')
  @Operation({
    summary: 'Export saved queries',
    description: 'A ZIP with a JSON file of `name`, `query` and `description` for each query.',
    answer: fileBody,
  })
  exportAll(@Caller() caller: Principal, @Scope() scope: QueryScope): Promise<FileAnswer> {
    return this.service.exportAll(caller, scope);
  }

  @Get(':saved_query_id/export')
  @Allow('queries:read')
  @Operation({
    summary: 'Export a saved query',
    description: 'A JSON file with `name`, `query` and `description`.',
    answer: fileBody,
  })
  export(@Caller() caller: Principal, @PathQuery() id: number): Promise<FileAnswer> {
    return this.service.export(caller, id);
  }

  @Get(':saved_query_id')
  @Allow('queries:read')
  @Operation({ summary: 'Get a saved query', answer: dataOf(savedQueryShape.dto) })
  get(@Caller() caller: Principal, @PathQuery() id: number): Promise<JsonText> {
    return this.service.get(caller, id);
  }

  @Put(':saved_query_id')
  @Allow('queries:write')
  @Operation({
    summary: 'Change a saved query',
    description: 'Absent properties stay unchanged.',
    answer: dataOf(savedQueryShape.dto),
    errors: [409],
  })
  update(
    @Caller() caller: Principal,
    @PathQuery() id: number,
    @JsonBody(UpdateSavedQueryRequest) changes: UpdateSavedQueryRequest,
  ): Promise<JsonText> {
    return this.service.update(caller, id, changes);
  }

  @Delete(':saved_query_id')
  @Allow('queries:write')
  @Operation({ summary: 'Delete a saved query', status: 204, answer: noBody, errors: [409] })
  delete(@Caller() caller: Principal, @PathQuery() id: number): Promise<void> {
    return this.service.delete(caller, id);
  }

  @Get(':saved_query_id/permissions')
  @Allow('queries:read')
  @Operation({ summary: 'Get the sharing of a saved query', answer: dataOf(savedQuerySharesShape.dto), errors: [409] })
  async getSharing(@Caller() caller: Principal, @PathQuery() id: number): Promise<{ data: SavedQuerySharesDto }> {
    const { isPublic, accountIds } = await this.service.sharesOf(caller, id);
    return { data: { query_id: id, public: isPublic, shared_to_user_ids: accountIds } };
  }

  @Put(':saved_query_id/permissions')
  @Allow('queries:write')
  @Operation({
    summary: 'Set the sharing of a saved query',
    description: 'Without accounts and `public`, nobody else can read it any more.',
    status: 204,
    answer: noBody,
    errors: [409],
  })
  setSharing(
    @Caller() caller: Principal,
    @PathQuery() id: number,
    @JsonBody(ShareSavedQueryRequest) { public: isPublic = false, user_ids: accountIds = [] }: ShareSavedQueryRequest,
  ): Promise<void> {
    return this.service.share(caller, id, { isPublic, accountIds });
  }

  @Delete(':saved_query_id/permissions')
  @Allow('queries:write')
  @Operation({
    summary: 'End the sharing of a saved query',
    description: 'With the accounts of the body, or without a body with everybody.',
    status: 204,
    answer: noBody,
    errors: [409],
  })
  endSharing(
    @Caller() caller: Principal,
    @PathQuery() id: number,
    @JsonBody(EndSharingRequest, { optional: true }) body: EndSharingRequest | undefined,
  ): Promise<void> {
    if (body?.user_ids) return this.service.unshare(caller, id, body.user_ids);
    return this.service.share(caller, id, { isPublic: false, accountIds: [] });
  }
}
