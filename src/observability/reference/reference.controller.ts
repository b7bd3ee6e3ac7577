import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../auth/allow.decorator.js';
import { Settings } from '../../base/config/settings.js';
import { JsonText } from '../../http/json-text.js';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { ReferenceDocument } from './reference-document.js';

/** Serves the OpenAPI document (`spec`) and the reference page (`docs`). Neither needs credentials or the internet. */
@ApiExcludeController()
@Controller(apiBase)
export class ReferenceController {
  constructor(
    private readonly document: ReferenceDocument,
    private readonly settings: Settings,
  ) {}

  @Get('spec')
  @Public()
  spec(): JsonText {
    return new JsonText(this.document.text);
  }

  @Get('docs')
  @Public()
  docs(@Res() response: Response): void {
    response.type('html').end(page);
  }

  @Get('docs/reference.js')
  @Public()
  script(@Res() response: Response): void {
    const [keyword = ''] = this.settings.signatureKeywords;
    response.type('js').end(script(keyword));
  }
}

/** The reference page: Swagger UI with the OpenAPI document of this deployment. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Graphward API</title>
    <link rel="icon" href="/${apiBase}/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/${apiBase}/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/${apiBase}/docs/swagger-ui-bundle.js"></script>
    <script src="/${apiBase}/docs/reference.js"></script>
  </body>
</html>
`;

/**
 * Returns the script that starts Swagger UI. For the scheme "signature" the user enters \`<token id>:<token key>\`. The script signs each
 * call with the chain of the specification, so the key never leaves the page.
 * @param keyword one of SIGNATURE_KEYWORDS
 */
export const script = (keyword: string): string => `
const bytes = (text) => new TextEncoder().encode(text);

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

async function sign(request) {
  const given = request.headers.Authorization ?? '';
  const separator = given.indexOf(':');
  if (given.startsWith('Bearer ') || separator < 0) return request;
  const date = new Date().toISOString();
  const { pathname, search } = new URL(request.url, location.href);
  const operation = await hmac(bytes(given.slice(separator + 1)), bytes(request.method.toUpperCase() + pathname + search));
  const hour = await hmac(operation, bytes(date.slice(0, 13)));
  const digest = await hmac(hour, bytes(typeof request.body === 'string' ? request.body : ''));
  request.headers.Authorization = '${keyword} ' + given.slice(0, separator);
  request.headers.RequestDate = date;
  request.headers.Signature = btoa(String.fromCharCode(...digest));
  return request;
}

SwaggerUIBundle({
  url: '/${apiBase}/spec',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  requestInterceptor: sign,
});
`;
