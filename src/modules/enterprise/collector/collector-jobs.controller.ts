import { Get, Post } from '@nestjs/common';
import { AllowCollector } from '../../../auth/allow.decorator.js';
import { CallingClient, type ClientIdentity } from '../../../auth/principal.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import type { JsonText } from '../../../http/json-text.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, Operation } from '../../../http/openapi/operation.decorator.js';
import { JobRecordDto } from '../jobs/dto/job.dto.js';
import { CollectorService } from './collector.service.js';
import { EndJobRequest } from './dto/end-job.request.js';
import { StartJobRequest } from './dto/start-job.request.js';

/** The jobs of the client that asks. */
@Requires('jobs')
@ApiController('jobs', 'collector')
export class CollectorJobsController {
  constructor(private readonly collector: CollectorService) {}

  @Get('available')
  @AllowCollector()
  @Operation({
    summary: 'List the jobs that the client may start, earliest due first',
    answer: dataListOf(JobRecordDto),
  })
  available(@CallingClient() client: ClientIdentity): Promise<JsonText> {
    return this.collector.available(client);
  }

  @Post('start')
  @AllowCollector()
  @Operation({
    summary: 'Start a job',
    description: 'A client runs one job at a time.',
    answer: dataOf(JobRecordDto),
    errors: [409, 415],
  })
  start(
    @CallingClient() client: ClientIdentity,
    @JsonBody(StartJobRequest) { id }: StartJobRequest,
  ): Promise<JsonText> {
    return this.collector.start(client, id);
  }

  @Get('current')
  @AllowCollector()
  @Operation({
    summary: 'Get the running job of the client',
    description: 'Resets the heartbeat. A client that is silent for CLIENT_TIMEOUT seconds loses its job.',
    answer: dataOf(JobRecordDto),
  })
  current(@CallingClient() client: ClientIdentity): Promise<JsonText> {
    return this.collector.current(client);
  }

  @Post('end')
  @AllowCollector()
  @Operation({
    summary: 'End the running job of the client',
    description: 'The service reads and analyses everything that the job has sent, also if it failed.',
    answer: dataOf(JobRecordDto),
    errors: [409, 415],
  })
  end(
    @CallingClient() client: ClientIdentity,
    @JsonBody(EndJobRequest) { status, message }: EndJobRequest,
  ): Promise<JsonText> {
    const outcome = status.toLowerCase() === 'failed' ? 'failed' : 'collected';
    return this.collector.end(client, { outcome, message });
  }
}
