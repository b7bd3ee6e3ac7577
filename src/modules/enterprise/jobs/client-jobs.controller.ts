import { Post } from '@nestjs/common';
import { Allow } from '../../../auth/allow.decorator.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { PathUuid } from '../../../http/input/path.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../../http/openapi/operation.decorator.js';
import { CreateJobRequest, toJobOrder } from './dto/create-job.request.js';
import { JobRecordDto } from './dto/job.dto.js';
import { JobOrdersService } from './job-orders.service.js';
import { JobsService } from './jobs.service.js';

@Requires('jobs')
@ApiController('clients', 'jobs')
export class ClientJobsController {
  constructor(
    private readonly orders: JobOrdersService,
    private readonly jobs: JobsService,
  ) {}

  @Post(':client_id/jobs')
  @Allow('collection:manage')
  @Operation({
    summary: 'Create a job on demand',
    description: 'The job is ready at once. The client finds it at its next request for jobs.',
    status: 201,
    answer: dataOf(JobRecordDto),
    errors: [404, 413, 415],
  })
  async create(
    @PathUuid('client_id', 'Id of the client.') clientId: string,
    @JsonBody(CreateJobRequest) body: CreateJobRequest,
  ): Promise<JsonText> {
    return this.jobs.get(await this.orders.createOnDemand(clientId, toJobOrder(body)));
  }
}
