import type { INestApplication } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Settings } from '../../base/config/settings.js';
import { Capabilities } from '../../base/capabilities.js';
import { hideMissingCapabilities } from '../../http/edition/openapi-filter.js';
import { apiTags } from '../../http/openapi/api-tags.js';
import { completeOperations } from './complete-operations.js';

/** The OpenAPI 3.1 document of the operations that this deployment has, made from the controllers' own declarations. */
export function createOpenApiDocument(app: INestApplication, version: string): OpenAPIObject {
  const { signatureKeywords, publicUrl } = app.get(Settings);
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Graphward')
    .setDescription('Security graph: who can administer what. Interface version v2.')
    .setVersion(version)
    .addServer(publicUrl.replace(/\/+$/, '') || '/')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A session token of POST /api/v2/login.' },
      'bearer',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Authorization', description: signing(signatureKeywords) },
      'signature',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const controllers = controllersOf(app);
  hideMissingCapabilities(document, controllers, app.get(Capabilities));
  completeOperations(document, controllers);
  return { ...document, tags: usedTags(document) };
}

function usedTags({ paths }: OpenAPIObject): { name: string; description: string }[] {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? [])));
  return Object.entries(apiTags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
}

function signing(keywords: readonly string[]): string {
  const authorization = keywords.map((keyword) => `\`Authorization: ${keyword} <token id>\``).join(' or ');
  return `Three headers: ${authorization}, \`RequestDate\` (RFC 3339) and \`Signature\`, the base64 of
HMAC-SHA-256 chained over method and target, the first 13 characters of RequestDate, and the body. In this page, enter
\`<token id>:<token key>\`; the page signs each call.`;
}

function controllersOf(app: INestApplication): Function[] {
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype }) => (metatype ? [metatype] : []));
}
