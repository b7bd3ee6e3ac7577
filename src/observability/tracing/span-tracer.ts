import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  context,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as OpenTelemetryTracer,
} from '@opentelemetry/api';
import { parseTraceParent, suppressTracing, W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Request } from 'express';
import { errorCode } from '../../base/error-message.js';
import type { SpanDescription, TraceIds, Tracer } from '../../base/scope/tracing.js';
import { routeOf } from '../logging/request-log.js';

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Targets that monitoring calls all the time. */
const unobserved = /^\/(health|metrics)(\/|\?|$)/;

const headers = new W3CTraceContextPropagator();
const getter = {
  keys: (request: IncomingMessage) => Object.keys(request.headers),
  get: (request: IncomingMessage, name: string) => request.headers[name],
};

/** Writes spans by OpenTelemetry, with the names of its semantic conventions. */
export class SpanTracer implements Tracer {
  /** @param propagators headers whose trace a request continues */
  constructor(
    private readonly spans: OpenTelemetryTracer,
    private readonly propagators: readonly string[],
  ) {}

  run<T>(description: SpanDescription, work: (span: Span) => Promise<T>): Promise<T> {
    const { name, kind = 'internal', attributes = {}, requestedBy } = description;
    const options = { kind: kinds[kind], attributes, links: linksTo(requestedBy) };
    return this.spans.startActiveSpan(name, options, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        // The message of an error may contain data.
        fail(span, errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'));
        throw error;
      } finally {
        span.end();
      }
    });
  }

  request(request: Request, response: ServerResponse, next: () => void): void {
    if (unobserved.test(request.url)) return context.with(suppressTracing(ROOT_CONTEXT), next);
    const parent = this.parentOf(request);
    const span = this.spans.startSpan(
      request.method,
      { kind: SpanKind.SERVER, attributes: attributesOf(request) },
      parent,
    );
    const active = trace.setSpan(parent, span);
    // The log line of a request is written by a listener.
    context.bind(active, response);
    response.once('close', () => {
      endRequest(span, request, response);
    });
    context.with(active, next);
  }

  current(): TraceIds | undefined {
    const span = trace.getActiveSpan()?.spanContext();
    if (!span || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
    return { trace_id: span.traceId, span_id: span.spanId };
  }

  traceparent(): string | undefined {
    const carrier: Record<string, string> = {};
    headers.inject(context.active(), carrier, { set: (to, name, value) => void (to[name] = value) });
    return carrier['traceparent'];
  }

  private parentOf(request: IncomingMessage): Context {
    return this.propagators.includes('tracecontext') ? headers.extract(ROOT_CONTEXT, request, getter) : ROOT_CONTEXT;
  }
}

function attributesOf({ method, originalUrl, httpVersion }: Request): Attributes {
  return {
    'http.request.method': method,
    'url.path': originalUrl.split('?', 1)[0] ?? '',
    'network.protocol.version': httpVersion,
  };
}

/** The route, the caller and the status are known at the end only. */
function endRequest(span: Span, request: Request, response: ServerResponse): void {
  const { state, user } = request;
  const route = routeOf(request);
  if (route !== 'unknown') {
    span.updateName(`${request.method} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttributes({
    'graphward.request.id': state.id,
    'graphward.principal.kind': user ? (user.client ? 'client' : 'account') : 'none',
  });
  if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode);
  if (!response.writableFinished) fail(span, 'client_gone');
  else if (response.statusCode >= 500) fail(span, String(response.statusCode));
  span.end();
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function linksTo(traceparent: string | undefined): Link[] {
  const cause = traceparent === undefined ? null : parseTraceParent(traceparent);
  return cause ? [{ context: { ...cause, isRemote: true } }] : [];
}
