import { Delete, Get, Patch, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathInt } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { IsQuestion } from '../../http/limits/question.guard.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { CreateReportRequest, RunReportRequest, UpdateReportRequest } from './reports.dto.js';
import {
  reportDocumentList,
  type ReportDocumentListRequest,
  reportDocumentShape,
  reportList,
  type ReportListRequest,
  reportShape,
} from './reports.fields.js';
import { ReportsService } from './reports.service.js';

/** Several questions. */
const costOfReport = 50;

export const reportsTag = {
  name: 'reports',
  description: 'Documents about the exposure of an estate, for people without an account, and their schedules.',
};

const PathReport = () => PathInt('report_id', 'Id of the report.');

@ApiController('reports', reportsTag)
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @Allow('reports:write')
  @Operation({
    summary: 'List reports',
    description: 'The own ones; to administrators all.',
    answer: pageOf(reportShape.dto),
  })
  list(@Caller() caller: Principal, @ListQuery(reportList) request: ReportListRequest): Promise<JsonText> {
    return this.reports.list(caller, request);
  }

  @Post()
  @Allow('reports:write')
  @Repeatable((it: ReportsController, { ids: [id], caller }) => it.get(caller, Number(id)))
  @Operation({
    summary: 'Create a report',
    description: 'Its documents show what the caller may see when they are made.',
    status: 201,
    answer: dataOf(reportShape.dto),
    errors: [409],
  })
  create(@Caller() caller: Principal, @JsonBody(CreateReportRequest) body: CreateReportRequest): Promise<JsonText> {
    return this.reports.create(caller, body);
  }

  @Post('run')
  @Allow('reports:write')
  @IsQuestion(true)
  @Cost(costOfReport)
  @Operation({
    summary: 'Make a document without a stored report',
    description: 'Returns when the document is ready. It asks the graph, so it takes turns with questions.',
    status: 201,
    answer: dataOf(reportDocumentShape.dto),
  })
  runOnce(@Caller() caller: Principal, @JsonBody(RunReportRequest) body: RunReportRequest): Promise<JsonText> {
    return this.reports.runOnce(caller, body);
  }

  @Get(':report_id')
  @Allow('reports:write')
  @Operation({ summary: 'Get a report', answer: dataOf(reportShape.dto) })
  get(@Caller() caller: Principal, @PathReport() id: number): Promise<JsonText> {
    return this.reports.get(caller, id);
  }

  @Patch(':report_id')
  @Allow('reports:write')
  @Operation({
    summary: 'Change a report',
    description: 'Absent properties stay unchanged.',
    answer: dataOf(reportShape.dto),
    errors: [409],
  })
  update(
    @Caller() caller: Principal,
    @PathReport() id: number,
    @JsonBody(UpdateReportRequest) body: UpdateReportRequest,
  ): Promise<JsonText> {
    return this.reports.update(caller, id, body);
  }

  @Delete(':report_id')
  @Allow('reports:write')
  @Operation({ summary: 'Delete a report', description: 'With its documents.', status: 204, answer: noBody })
  delete(@Caller() caller: Principal, @PathReport() id: number): Promise<void> {
    return this.reports.delete(caller, id);
  }

  @Post(':report_id/run')
  @Allow('reports:write')
  @Operation({
    summary: 'Make a document of a report',
    description: 'Returns at once; the document is ready later. Recipients get it by mail.',
    status: 202,
    answer: dataOf(reportDocumentShape.dto),
  })
  run(@Caller() caller: Principal, @PathReport() id: number): Promise<JsonText> {
    return this.reports.run(caller, id);
  }

  @Get(':report_id/documents')
  @Allow('reports:write')
  @Operation({ summary: 'List the documents of a report', answer: pageOf(reportDocumentShape.dto) })
  listDocuments(
    @Caller() caller: Principal,
    @PathReport() id: number,
    @ListQuery(reportDocumentList) request: ReportDocumentListRequest,
  ): Promise<JsonText> {
    return this.reports.listDocuments(caller, id, request);
  }
}
