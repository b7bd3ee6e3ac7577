import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Router } from 'express';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { createOpenApiDocument } from './openapi-document.js';
import { pageFiles, pageFolder } from './page-files.js';
import { serveFile } from './serve-file.js';

/** The OpenAPI document as JSON. It is created on the first request, because that takes time and few processes are asked for it. */
@Injectable()
export class ReferenceDocument {
  private create: (() => object) | undefined;
  private json: string | undefined;

  /** @param create needs the whole application, which exists only after this provider */
  publish(create: () => object): void {
    this.create = create;
  }

  get text(): string {
    if (!this.create) throw new Error('the OpenAPI document has not been published');
    this.json ??= JSON.stringify(this.create());
    return this.json;
  }
}

/** Publishes the OpenAPI document, and serves the files of the reference page and what browsers ask for by themselves. */
export function mountReference(
  app: NestExpressApplication,
  version: string,
  describe: (document: object) => object,
): void {
  app.get(ReferenceDocument).publish(() => describe(createOpenApiDocument(app, version)));
  const router = Router();
  for (const file of pageFiles) router.get(`/${apiBase}/docs/${file}`, serveFile(join(pageFolder, file)));
  router.get('/favicon.ico', serveFile(join(pageFolder, 'favicon-32x32.png')));
  router.get('/', (request, response, next) => {
    // A program gets the answer of an unknown path. A relative address works behind a proxy that adds a prefix.
    if (request.headers.accept?.includes('text/html')) response.redirect(`${apiBase}/docs`);
    else next();
  });
  app.use(router);
}
