import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { ShownInFrame } from '../../auth/cookie-sessions/shown-in-frame.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import { QueryChoice, QueryFlag } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type ReportFormat, reportFormats } from './report-format.js';
import { answerPolicy } from './report-html.js';
import { reportsTag } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

const textBody = { schema: { type: 'string' }, models: [], type: 'text/html' } as const;

@ApiController('report-documents', reportsTag)
export class ReportDocumentsController {
  constructor(private readonly reports: ReportsService) {}

  @Get(':document_id')
  @Allow('reports:write')
  @ShownInFrame(true)
  @Operation({
    summary: 'Get a document of a report',
    description:
      'In the form of `format`, as a file. HTML is one file without scripts and requests. It is 409 until the document is ready.',
    answer: textBody,
    errors: [409],
  })
  async get(
    @Caller() caller: Principal,
    @PathUuid('document_id', 'Id of the document.') id: string,
    @QueryChoice('format', reportFormats, 'html', 'Form of the document.') format: ReportFormat,
    @QueryFlag('inline', false, 'Whether browsers show it in place of saving it. It has no access to the service.')
    inline: boolean,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { mediaType, fileName, text } = await this.reports.write(caller, id, format);
    response.type(mediaType);
    response.setHeader('Content-Security-Policy', answerPolicy);
    response.removeHeader('X-Frame-Options');
    // A frame can't have a cluster of its own beside the page, and browsers warn if it asks for one.
    response.removeHeader('Origin-Agent-Cluster');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Disposition', `${inline ? 'inline' : 'attachment'}; filename="${fileName}"`);
    return text;
  }
}
