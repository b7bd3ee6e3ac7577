import { Post, Put } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { AllowCollector } from '../../../auth/allow.decorator.js';
import { CallingClient, type ClientIdentity } from '../../../auth/principal.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../../http/openapi/operation.decorator.js';
import { JobRecordDto } from '../jobs/dto/job.dto.js';
import { CollectorService } from './collector.service.js';
import { ClientErrorRequest } from './dto/client-error.request.js';
import { ClientReportRequest } from './dto/client-report.request.js';
import { CollectorClientDto } from './dto/collector-client.dto.js';

/** What clients say of themselves. */
@Requires('clients')
@ApiController('clients', 'collector')
export class CollectorClientsController {
  constructor(private readonly collector: CollectorService) {}

  @Put('update')
  @AllowCollector()
  @ApiExtraModels(JobRecordDto)
  @Operation({
    summary: 'Report the start of a client',
    description: 'Returns the client and its running job, if it started one before a restart.',
    answer: dataOf(CollectorClientDto),
    errors: [415],
  })
  async update(
    @CallingClient() client: ClientIdentity,
    @JsonBody(ClientReportRequest)
    { address, hostname, username, user_sid: userSid, version }: ClientReportRequest,
  ): Promise<{ data: CollectorClientDto }> {
    return { data: await this.collector.checkIn(client, { address, hostname, username, userSid, version }) };
  }

  @Post('error')
  @AllowCollector()
  @Operation({
    summary: 'Report an error of a client',
    description: 'Writes to the log of the running job of the client.',
    status: 202,
    answer: noBody,
    errors: [415],
  })
  noteError(
    @CallingClient() client: ClientIdentity,
    @JsonBody(ClientErrorRequest) { task_error: error, additional }: ClientErrorRequest,
  ): Promise<void> {
    return this.collector.noteError(client, additional === '' ? error : `${error}: ${additional}`);
  }
}
