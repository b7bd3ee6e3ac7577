import { Get, Post, Put } from '@nestjs/common';
import { AllowCollector } from '../../../auth/allow.decorator.js';
import { camelCased } from '../../../base/values/letter-case.js';
import { CallingClient, type ClientIdentity } from '../../../auth/principal.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { dataListOf, dataOf, noBody, Operation } from '../../../http/openapi/operation.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import type { JsonText } from '../../../http/json-text.js';
import { StreamedBody } from '../../../http/body/raw-body.decorators.js';
import type { RequestBody } from '../../../http/body/request-body.js';
import { uploadTypes } from '../../../ingest/spool/file-media.js';
import { ClientReportRequest } from '../clients/client.dto.js';
import { clientShape } from '../clients/clients.fields.js';
import { CollectedBatchesService } from './collected-batches.service.js';
import { ClientErrorRequest, EndJobRequest, StartJobRequest } from './collector.dto.js';
import { CollectorService } from './collector.service.js';
import { jobRecordShape } from '../jobs/jobs.fields.js';

/** Reports of the calling client. */
@Requires('clients')
@ApiController('clients', 'collector')
export class CollectorClientsController {
  constructor(private readonly collector: CollectorService) {}

  @Put('update')
  @AllowCollector()
  @Operation({
    summary: 'Report the start of a client',
    description: 'Returns the client and its running job, if it started one before a restart.',
    answer: dataOf(clientShape.dto),
  })
  update(
    @CallingClient() client: ClientIdentity,
    @JsonBody(ClientReportRequest) body: ClientReportRequest,
  ): Promise<JsonText> {
    return this.collector.checkIn(client, camelCased(body));
  }

  @Post('error')
  @AllowCollector()
  @Operation({
    summary: 'Report an error of a client',
    description: 'Writes to the log of the running job of the client.',
    status: 202,
    answer: noBody,
  })
  noteError(
    @CallingClient() client: ClientIdentity,
    @JsonBody(ClientErrorRequest) { task_error: error, additional }: ClientErrorRequest,
  ): Promise<void> {
    return this.collector.noteError(client, additional === '' ? error : `${error}: ${additional}`);
  }
}

/** Jobs of the calling client. */
@Requires('jobs')
@ApiController('jobs', 'collector')
export class CollectorJobsController {
  constructor(private readonly collector: CollectorService) {}

  @Get('available')
  @AllowCollector()
  @Operation({
    summary: 'List the jobs that the client may start, earliest due first',
    answer: dataListOf(jobRecordShape.dto),
  })
  available(@CallingClient() client: ClientIdentity): Promise<JsonText> {
    return this.collector.available(client);
  }

  @Post('start')
  @AllowCollector()
  @Operation({
    summary: 'Start a job',
    description: 'A client runs one job at a time.',
    answer: dataOf(jobRecordShape.dto),
    errors: [409],
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
    answer: dataOf(jobRecordShape.dto),
  })
  current(@CallingClient() client: ClientIdentity): Promise<JsonText> {
    return this.collector.current(client);
  }

  @Post('end')
  @AllowCollector()
  @Operation({
    summary: 'End the running job of the client',
    description: 'The service reads and analyses everything that the job has sent, also if it failed.',
    answer: dataOf(jobRecordShape.dto),
    errors: [409],
  })
  end(
    @CallingClient() client: ClientIdentity,
    @JsonBody(EndJobRequest) { status, message }: EndJobRequest,
  ): Promise<JsonText> {
    const outcome = status.toLowerCase() === 'failed' ? 'failed' : 'collected';
    return this.collector.end(client, { outcome, message });
  }
}

/** Data that the calling client has collected. */
@Requires('jobs')
@ApiController('ingest', 'collector')
export class CollectorIngestController {
  constructor(private readonly batches: CollectedBatchesService) {}

  @Post()
  @AllowCollector()
  @Operation({
    summary: 'Send a batch of collected data',
    description:
      'Belongs to the running job of the client. The service reads it in the background. Sending the same bytes again changes nothing.',
    status: 202,
    answer: noBody,
    errors: [408, 409],
  })
  send(@CallingClient() client: ClientIdentity, @StreamedBody(uploadTypes) body: RequestBody): Promise<void> {
    return this.batches.receive(client, body);
  }
}
