import type { IncomingMessage, ServerResponse } from 'node:http';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The part of a span of OpenTelemetry that the service uses. */
export interface Span {
  setAttributes(attributes: SpanAttributes): unknown;
  addEvent(name: string): unknown;
}

/** A piece of work in a trace. It contains no value of a statement, no body and no secret. */
export interface SpanDescription {
  readonly name: string;
  /** `client`: the work waits for another program. `consumer`: the work comes from the queue. */
  readonly kind?: 'internal' | 'client' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The `traceparent` of the work that requested this one; the span links to it. */
  readonly requestedBy?: string | undefined;
}

/** The fields of a log line that belongs to a span. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Writes spans. Only `observability/tracing` implements it, so that no other code loads OpenTelemetry. */
export interface Tracer {
  /** Runs work in a span, which ends when the work ends. */
  run<T>(span: SpanDescription, work: (span: Span) => Promise<T>): Promise<T>;
  /** Runs `next` in the span of a request, which ends with the response. */
  request(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** The current span; undefined outside of spans, and in a trace that is not sampled. */
  current(): TraceIds | undefined;
  /** The W3C header of the current span. */
  traceparent(): string | undefined;
}

let tracer: Tracer | undefined;

/** @param next undefined ends tracing */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Undefined if traces are off. Threads have none. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

/** Runs work in a span, or without one if traces are off. */
export function inSpan<T>(description: SpanDescription, work: (span?: Span) => Promise<T>): Promise<T> {
  return tracer ? tracer.run(description, work) : work();
}
