import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule, type Runtime } from './app.module.js';
import { edgeOf } from './compat/edge.js';
import { productVersion } from './config/product-version.js';
import { configureHttp } from './http/configure-http.js';
import { NestLogger } from './operations/logging/nest-logger.js';
import { malformedLog, requestLog } from './operations/logging/request-log.js';
import { Metrics } from './operations/metrics/metrics.js';
import { mountReference } from './operations/reference/mount-reference.js';

/** The HTTP application, ready to listen: what the service serves and what the tests call. */
export async function createApp(runtime: Runtime, logger: Logger): Promise<NestExpressApplication> {
  const { settings, adapter, apply } = edgeOf(runtime.settings);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with({ ...runtime, settings }), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const metrics = app.get(Metrics);
  const log = requestLog(logger);
  configureHttp(app, settings, {
    onEnd: (request, response, complete) => {
      metrics.observe(request, response);
      log(request, response, complete);
    },
    onMalformed: malformedLog(logger),
  });
  apply(app);
  if (settings.role !== 'worker') mountReference(app, productVersion());
  return app.init();
}
