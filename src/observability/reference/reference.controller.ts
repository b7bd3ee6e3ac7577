import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../auth/allow.decorator.js';
import { Settings } from '../../base/config/settings.js';
import { JsonText } from '../../http/json-text.js';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { ReferenceDocument } from './reference-document.js';
import { page, pagePolicy, script, style } from './reference-page.js';

/** Serves the OpenAPI document (`spec`) and the reference page (`docs`). Neither needs credentials or the internet. */
@ApiExcludeController()
@Controller(apiBase)
export class ReferenceController {
  constructor(
    private readonly document: ReferenceDocument,
    private readonly settings: Settings,
  ) {}

  /** For callers who know the address of the API alone. It tells strangers no version. */
  @Get()
  @Public()
  addresses(): object {
    const base = `/${apiBase}`;
    const ui = this.settings.ui ? { page: '/ui' } : {};
    return { data: { document: `${base}/spec`, reference: `${base}/docs`, ...ui, health: '/health/ready' } };
  }

  @Get('spec')
  @Public()
  async spec(): Promise<JsonText> {
    return new JsonText(await this.document.text);
  }

  @Get('docs')
  @Public()
  docs(@Res() response: Response): void {
    response.setHeader('Content-Security-Policy', pagePolicy);
    response.type('html').end(page);
  }

  @Get('docs/reference.css')
  @Public()
  style(@Res() response: Response): void {
    response.type('css').end(style);
  }

  @Get('docs/reference.js')
  @Public()
  script(@Res() response: Response): void {
    const [keyword = ''] = this.settings.signatureKeywords;
    response.type('js').end(script(keyword));
  }
}
