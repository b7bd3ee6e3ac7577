import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { static as serveFiles } from 'express';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { createOpenApiDocument } from './openapi-document.js';
import { ReferenceDocument } from './reference-document.js';

const require = createRequire(import.meta.url);

/** Publishes the OpenAPI document, and the files of the reference page out of the package that is installed. */
export function mountReference(app: NestExpressApplication, version: string): void {
  app.get(ReferenceDocument).publish(() => createOpenApiDocument(app, version));
  const files = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    app.use(`/${apiBase}/docs/${file}`, serveFiles(join(files, file), { index: false, maxAge: '1d' }));
  }
}
