import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { static as serveFiles } from 'express';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { createOpenApiDocument } from './openapi-document.js';

const require = createRequire(import.meta.url);

/** The OpenAPI document as JSON. It is created on the first request, because that takes time and few processes are asked for it. */
@Injectable()
export class ReferenceDocument {
  private create: (() => OpenAPIObject) | undefined;
  private json: string | undefined;

  /** @param create needs the whole application, which exists only after this provider */
  publish(create: () => OpenAPIObject): void {
    this.create = create;
  }

  get text(): string {
    if (!this.create) throw new Error('the OpenAPI document has not been published');
    this.json ??= JSON.stringify(this.create());
    return this.json;
  }
}

/** Publishes the OpenAPI document and serves the files of the reference page from the installed package. */
export function mountReference(app: NestExpressApplication, version: string): void {
  app.get(ReferenceDocument).publish(() => createOpenApiDocument(app, version));
  const files = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    app.use(`/${apiBase}/docs/${file}`, serveFiles(join(files, file), { index: false, maxAge: '1d' }));
  }
}
