import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { KeyedRequestsRepository } from '../../src/auth/repeats/keyed-requests.repository.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { configureHttp } from '../../src/http/http.module.js';
import { ErrorFilter } from '../../src/http/request/error.filter.js';
import { FastExpressAdapter } from '../../src/http/request/fast-express-adapter.js';
import { InputGuard } from '../../src/http/input/input.guard.js';
import { RateLimits } from '../../src/http/limits/rate-limits.js';
import { SharedCounters } from '../../src/http/limits/shared-counters.js';

export interface HttpApp {
  readonly url: string;
  readonly app: NestExpressApplication;
  close(): Promise<void>;
}

@Module({})
class ConventionsModule {}

/**
 * Starts controllers with the filters and guards of `src/http` on a free port, without authentication, editions or a database.
 * @param providers usually fakes of services
 */
export async function httpApp(
  controllers: Type[],
  providers: DynamicModule['providers'] = [],
  environment: Record<string, string> = {},
): Promise<HttpApp> {
  const settings = loadSettings({ RATE_LIMIT_PER_SECOND: '0', ...environment });
  const limits = new RateLimits(settings, await SharedCounters.open(settings));
  const module: DynamicModule = {
    module: ConventionsModule,
    controllers,
    providers: [
      { provide: RateLimits, useValue: limits },
      // No account calls, and only requests of accounts have keys.
      { provide: KeyedRequestsRepository, useValue: {} },
      ...providers,
      { provide: APP_FILTER, useClass: ErrorFilter },
      { provide: APP_GUARD, useClass: InputGuard },
    ],
  };
  const app = await NestFactory.create<NestExpressApplication>(module, new FastExpressAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: false,
  });
  configureHttp(app, loadSettings(environment), {
    hasErrorCodes: settings.compat === '',
    onEnd: () => {},
    onMalformed: () => {},
  });
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), app, close: () => app.close() };
}
