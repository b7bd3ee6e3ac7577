import { Post } from '@nestjs/common';
import { AllowCollector } from '../../../auth/allow.decorator.js';
import { CallingClient, type ClientIdentity } from '../../../auth/principal.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { StreamedBody } from '../../../http/body/raw-body.decorators.js';
import type { RequestBody } from '../../../http/body/request-body.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { noBody, Operation } from '../../../http/openapi/operation.decorator.js';
import { uploadTypes } from '../../../ingest/spool/file-media.js';
import { CollectedBatchesService } from './collected-batches.service.js';

/** What the client that asks has collected. */
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
    errors: [408, 409, 415, 507],
  })
  send(@CallingClient() client: ClientIdentity, @StreamedBody(uploadTypes) body: RequestBody): Promise<void> {
    return this.batches.receive(client, body);
  }
}
