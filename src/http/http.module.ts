import { Global, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AnswerState } from './conditional/answer-state.js';
import { RateLimits } from './limits/rate-limits.js';
import { Questions } from './limits/questions.js';
import { SharedCounters } from './limits/shared-counters.js';
import { Settings } from '../base/config/settings.js';
import { BODY_LIMITS, type BodyLimits, UnprovenBodies } from './body/body-limits.js';
import { COMPRESS_FROM, UNROUTED } from './request/fast-express-adapter.js';
import { READER_TIMEOUT } from './stream-answer.js';
import { answerMalformedRequests, type MalformedListener } from './request/malformed-requests.js';
import { type ExchangeListener, requestMiddleware } from './request/request.middleware.js';
import { CHALLENGE, challengeOf, HAS_ERROR_CODES } from './errors/send-error.js';

const counters = {
  provide: SharedCounters,
  inject: [Settings],
  useFactory: (settings: Settings) => SharedCounters.open(settings),
};

@Global()
@Module({ providers: [AnswerState, RateLimits, Questions, counters], exports: [AnswerState, RateLimits, Questions] })
export class HttpModule {}

interface HttpOptions {
  /** Whether errors have a `code`. */
  readonly hasErrorCodes: boolean;
  readonly onEnd: ExchangeListener;
  readonly onMalformed: MalformedListener;
}

/** Configures all that runs before the guards. The service and the tests configure their apps here only. */
export function configureHttp(
  app: NestExpressApplication,
  settings: Settings,
  { hasErrorCodes, onEnd, onMalformed }: HttpOptions,
): void {
  answerMalformedRequests(app.getHttpServer(), onMalformed, hasErrorCodes);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('trust proxy', [...settings.trustedProxies]);
  app.set(COMPRESS_FROM, settings.compressFromBytes);
  app.set(READER_TIMEOUT, settings.readerTimeout * 1000);
  app.set(CHALLENGE, challengeOf(settings.signatureKeywords));
  app.set(HAS_ERROR_CODES, hasErrorCodes);
  app.set(BODY_LIMITS, {
    maxBodyBytes: settings.maxBodyBytes,
    maxUploadBytes: settings.maxUploadBytes,
    idleSeconds: settings.uploadIdleTimeout,
    unproven: new UnprovenBodies(settings.maxUnprovenBytes),
  } satisfies BodyLimits);
  const admit = requestMiddleware(settings, onEnd);
  app.use(admit);
  app.set(UNROUTED, admit);
}
