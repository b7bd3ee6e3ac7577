import { Get, Put } from '@nestjs/common';
import { Allow } from '../../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../../auth/principal.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { PathInt } from '../../../http/input/path.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { type JobLogDto, jobLogShape } from './job.dto.js';
import { JobRunsService } from './job-runs.service.js';
import {
  finishedJobList,
  finishedJobShape,
  jobList,
  type JobListRequest,
  jobRecordShape,
  jobShape,
} from './jobs.fields.js';
import { JobsService } from './jobs.service.js';

const PathJob = () => PathInt('job_id', 'Id of the job.');

@Requires('jobs')
@ApiController('jobs', 'jobs')
export class JobsController {
  constructor(
    private readonly service: JobsService,
    private readonly runs: JobRunsService,
  ) {}

  @Get('finished')
  @Allow('collection:read')
  @Operation({
    summary: 'List finished jobs',
    description: 'Lists jobs whose collection has ended, with the results of each domain.',
    answer: pageOf(finishedJobShape.dto),
  })
  listFinished(@ListQuery(finishedJobList) request: JobListRequest): Promise<JsonText> {
    return this.service.listFinished(request);
  }

  @Get()
  @Allow('collection:read')
  @Operation({ summary: 'List jobs of every state', answer: pageOf(jobShape.dto) })
  list(@ListQuery(jobList) request: JobListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Get(':job_id')
  @Allow('collection:read')
  @Operation({ summary: 'Get a job', answer: dataOf(jobRecordShape.dto) })
  get(@PathJob() id: number): Promise<JsonText> {
    return this.service.get(id);
  }

  @Get(':job_id/log')
  @Allow('collection:read')
  @Operation({ summary: 'Get the log of a job', answer: dataOf(jobLogShape.dto) })
  async getLog(@PathJob() id: number): Promise<{ data: JobLogDto }> {
    return { data: { log: await this.service.log(id) } };
  }

  @Put(':job_id/cancel')
  @Allow('collection:manage')
  @Operation({
    summary: 'Cancel a job',
    description: 'Accepts a ready or a running job. The service still reads the data that the job has sent.',
    answer: dataOf(jobRecordShape.dto),
    errors: [409],
  })
  async cancel(@PathJob() id: number, @Caller() { name }: Principal): Promise<JsonText> {
    await this.runs.cancel(id, name);
    return this.service.get(id);
  }
}
