import { Delete, Get, Post, Put } from '@nestjs/common';
import { Repeatable, RepeatableWithSecret } from '../../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../../auth/allow.decorator.js';
import { camelCased } from '../../../base/values/letter-case.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { PathUuid } from '../../../http/input/path.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { CreateClientRequest, ReplaceClientRequest } from './client.dto.js';
import { ClientJobsService } from './client-jobs.service.js';
import {
  clientList,
  type ClientListRequest,
  clientShape,
  type ClientTokenDto,
  clientTokenShape,
  createdClientShape,
} from './clients.fields.js';
import { ClientsService } from './clients.service.js';
import { CreateJobRequest } from '../jobs/job.dto.js';
import { jobRecordShape } from '../jobs/jobs.fields.js';
import { JobsService } from '../jobs/jobs.service.js';

const PathClient = () => PathUuid('client_id', 'Id of the client.');

@Requires('clients')
@ApiController('clients', 'clients')
export class ClientsController {
  constructor(private readonly service: ClientsService) {}

  @Get()
  @Allow('collection:read')
  @Operation({ summary: 'List collection clients', answer: pageOf(clientShape.dto) })
  list(@ListQuery(clientList) request: ClientListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Post()
  @Allow('collection:manage')
  @RepeatableWithSecret()
  @Operation({
    summary: 'Create a client',
    description: 'Returns the token of the client. Only this response contains the key.',
    status: 201,
    answer: dataOf(createdClientShape.dto),
    errors: [409],
  })
  async create(@JsonBody(CreateClientRequest) body: CreateClientRequest): Promise<{ data: object }> {
    const { client, token } = await this.service.create(camelCased(body));
    const { data }: { data: object } = JSON.parse((await this.service.get(client.id)).take());
    return { data: { ...data, token } };
  }

  @Get(':client_id')
  @Allow('collection:read')
  @Operation({ summary: 'Get a client', answer: dataOf(clientShape.dto) })
  get(@PathClient() id: string): Promise<JsonText> {
    return this.service.get(id);
  }

  @Put(':client_id')
  @Allow('collection:manage')
  @Operation({
    summary: 'Replace the name and the domain controller of a client',
    answer: dataOf(clientShape.dto),
    errors: [409],
  })
  async replace(
    @PathClient() id: string,
    @JsonBody(ReplaceClientRequest) body: ReplaceClientRequest,
  ): Promise<JsonText> {
    await this.service.update(id, camelCased(body));
    return this.service.get(id);
  }

  @Delete(':client_id')
  @Allow('collection:manage')
  @Operation({
    summary: 'Delete a client',
    description: 'Also deletes its events and its token. Keeps its jobs, and cancels those that have not ended.',
    status: 204,
    answer: noBody,
  })
  delete(@PathClient() id: string): Promise<void> {
    return this.service.delete(id);
  }

  @Put(':client_id/token')
  @Allow('collection:manage')
  @Operation({
    summary: 'Replace the token of a client',
    description: 'Revokes the previous token: on this instance at once, on others within five seconds.',
    answer: dataOf(clientTokenShape.dto),
  })
  async replaceToken(@PathClient() id: string): Promise<{ data: ClientTokenDto }> {
    return { data: await this.service.replaceToken(id) };
  }
}

@Requires('jobs')
@ApiController('clients', 'jobs')
export class ClientJobsController {
  constructor(
    private readonly service: ClientJobsService,
    private readonly jobs: JobsService,
  ) {}

  @Post(':client_id/jobs')
  @Allow('collection:manage')
  @Repeatable((it: ClientJobsController, { ids: [id] }) => it.jobs.get(Number(id)))
  @Operation({
    summary: 'Create a job on demand',
    description: 'The job is ready at once. The client finds it at its next request for jobs.',
    status: 201,
    answer: dataOf(jobRecordShape.dto),
  })
  async create(@PathClient() clientId: string, @JsonBody(CreateJobRequest) body: CreateJobRequest): Promise<JsonText> {
    return this.jobs.get(await this.service.createOnDemand(clientId, camelCased(body)));
  }
}
