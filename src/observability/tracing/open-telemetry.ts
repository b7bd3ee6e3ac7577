import { diag, DiagLogLevel, context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { productVersion } from '../../base/config/product-version.js';
import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import type { Tracer } from '../../base/scope/tracing.js';
import { SpanTracer } from './span-tracer.js';

/** A receiver that is away is logged once in this time. */
const QUIET_MS = 60_000;

/** Sets OpenTelemetry up for this process. Its state is global, so a process calls this once. */
export function openTelemetry(
  settings: Settings,
  url: string,
  logger: Logger,
): { tracer: Tracer; stop: () => Promise<void> } {
  logFailures(logger, new URL(url).origin);
  const provider = new TracerProvider({
    resource: resourceOf(settings),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporterOf(settings, url),
        scheduledDelayMillis: settings.tracesScheduleDelay,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = new SpanTracer(provider.getTracer('graphward', productVersion()), settings.tracesPropagators);
  return { tracer, stop: () => provider.shutdown().catch(() => {}) };
}

/** The exporters read `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE` from the environment themselves. */
function exporterOf(settings: Settings, url: string): SpanExporter {
  return settings.otlpProtocol === 'http/json' ? new JsonExporter({ url }) : new ProtobufExporter({ url });
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` win over the values of the product. */
function resourceOf({ edition, role }: Settings): Resource {
  const product = resourceFromAttributes({
    'service.name': 'graphward',
    'service.version': productVersion(),
    'graphward.edition': edition,
    'graphward.role': role,
  });
  const detected = detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] });
  return defaultResource().merge(product).merge(detected);
}

function samplerOf({ tracesSampler, tracesSamplerArg }: Settings): Sampler {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(Number(tracesSamplerArg)),
  };
  const [, parentBased, name = ''] = /^(parentbased_)?(.*)$/.exec(tracesSampler) ?? [];
  const root = roots[name]?.() ?? new AlwaysOnSampler();
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

const silent = () => {};

/** OpenTelemetry reports each failed batch several times. */
function logFailures(logger: Logger, receiver: string): void {
  let quietUntil = 0;
  const warn = (reason: unknown) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET_MS;
    logger.warn({ context: 'Traces' }, `spans are lost, the receiver is ${receiver}: ${errorMessage(reason)}`);
  };
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler(warn);
}
