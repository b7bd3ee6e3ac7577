import { Get, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import type { RequestBody } from '../../http/body/request-body.js';
import { StreamedBody } from '../../http/body/raw-body.decorators.js';
import { HeaderText, PathInt } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { Unlimited } from '../../http/limits/rate-limit.guards.js';
import { completedTaskList, type CompletedTaskListRequest, completedTaskShape } from './completed-tasks.fields.js';
import { fileUploadList, type FileUploadListRequest, fileUploadShape } from './file-uploads.fields.js';
import { toUploadedFileDto, type UploadedFileDto, uploadedFileShape } from './uploaded-file.dto.js';
import { FileUploadsService } from './file-uploads.service.js';
import { uploadTypes } from '../../ingest/spool/file-media.js';

const acceptedTypes = {
  schema: {
    type: 'object' as const,
    required: ['data'],
    properties: { data: { type: 'array' as const, items: { type: 'string' as const, enum: [...uploadTypes] } } },
  },
  models: [],
};

const PathUpload = () => PathInt('file_upload_id', 'Id of the upload.');

@ApiController('file-upload', 'file uploads')
export class FileUploadsController {
  constructor(private readonly uploads: FileUploadsService) {}

  @Get('accepted-types')
  @Allow('ingest:write')
  @Operation({ summary: 'List the accepted media types', answer: acceptedTypes })
  listTypes(): { data: readonly string[] } {
    return { data: uploadTypes };
  }

  @Post('start')
  @Allow('ingest:write')
  @Unlimited('principals')
  @Operation({ summary: 'Start an upload', status: 201, answer: dataOf(fileUploadShape.dto), errors: [409] })
  start(@Caller() caller: Principal): Promise<JsonText> {
    return this.uploads.start(caller);
  }

  @Get()
  @Allow('ingest:write')
  @Operation({ summary: 'List uploads, newest first', answer: pageOf(fileUploadShape.dto) })
  list(@ListQuery(fileUploadList) request: FileUploadListRequest): Promise<JsonText> {
    return this.uploads.list(request);
  }

  @Get(':file_upload_id')
  @Allow('ingest:write')
  @Operation({ summary: 'Get an upload and its progress', answer: dataOf(fileUploadShape.dto) })
  get(@PathUpload() id: number): Promise<JsonText> {
    return this.uploads.get(id);
  }

  @Post(':file_upload_id')
  @Allow('ingest:write')
  @Unlimited('principals')
  @Operation({
    summary: 'Send a file',
    description:
      'The service reads the file in the background. The time limit of `Prefer` starts at the end of the body.',
    status: 202,
    answer: dataOf(uploadedFileShape.dto),
    errors: [408, 409],
  })
  async send(
    @PathUpload() id: number,
    @HeaderText('X-File-Upload-Name', 'Name of the file in reports.') name: string | undefined,
    @StreamedBody(uploadTypes) body: RequestBody,
  ): Promise<{ data: UploadedFileDto }> {
    return { data: toUploadedFileDto(await this.uploads.receive(id, name, body)) };
  }

  @Post(':file_upload_id/end')
  @Allow('ingest:write')
  @Unlimited('principals')
  @Operation({ summary: 'End an upload', answer: dataOf(fileUploadShape.dto), errors: [409] })
  end(@PathUpload() id: number, @Caller() caller: Principal): Promise<JsonText> {
    return this.uploads.end(id, caller.name);
  }

  @Get(':file_upload_id/completed-tasks')
  @Allow('ingest:write')
  @Operation({
    summary: 'List the result of each file, and of each file in a ZIP',
    answer: pageOf(completedTaskShape.dto),
  })
  listTasks(
    @PathUpload() id: number,
    @ListQuery(completedTaskList) request: CompletedTaskListRequest,
  ): Promise<JsonText> {
    return this.uploads.listTasks(id, request);
  }
}
