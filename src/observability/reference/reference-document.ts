import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Router } from 'express';
import { Settings } from '../../base/config/settings.js';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { describeExamples, type ExampleForm, examplesOf, readExamples } from './describe-examples.js';
import { createOpenApiDocument } from './openapi-document.js';
import { pageFiles, pageFolder } from './page-files.js';
import { serveFile } from './serve-file.js';

/** The OpenAPI document as JSON. It is created on the first request, because that takes time and few processes are asked for it. */
@Injectable()
export class ReferenceDocument {
  private create: (() => Promise<object>) | undefined;
  private json: Promise<string> | undefined;

  /** @param create needs the whole application, which exists only after this provider */
  publish(create: () => Promise<object>): void {
    this.create = create;
  }

  get text(): Promise<string> {
    if (!this.create) throw new Error('the OpenAPI document has not been published');
    this.json ??= this.create().then((document) => JSON.stringify(document));
    return this.json;
  }
}

/** Publishes the OpenAPI document, and serves the files of the reference page and what browsers ask for by themselves. */
export function mountReference(
  app: NestExpressApplication,
  version: string,
  describe: (document: object) => object,
  form: ExampleForm,
): void {
  app.get(ReferenceDocument).publish(async () => {
    const examples = examplesOf(await readExamples(), app.get(Settings).edition, form);
    return describeExamples(describe(createOpenApiDocument(app, version)), examples);
  });
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
