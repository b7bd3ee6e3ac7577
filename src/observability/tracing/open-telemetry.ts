import { diag, DiagLogLevel, context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler } from '@opentelemetry/core';
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
import type { Tracer } from '../../base/tracing.js';
import { SpanTracer } from './span-tracer.js';

/** A receiver that is away is logged once in this time. */
const QUIET_MS = 60_000;

/** Sets OpenTelemetry up for this process. Its state is global, so a process calls this once. */
export async function openTelemetry(
  settings: Settings,
  url: string,
  logger: Logger,
): Promise<{ tracer: Tracer; stop: () => Promise<void> }> {
  logFailures(logger, new URL(url).origin);
  const provider = new TracerProvider({
    resource: resourceOf(settings),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: await exporterOf(settings, url),
        scheduledDelayMillis: settings.tracesScheduleDelay,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = new SpanTracer(provider.getTracer('graphward', productVersion()), settings.tracesPropagators);
  return { tracer, stop: () => provider.shutdown().catch(() => {}) };
}

/** The exporters read `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE` from the environment themselves. */
async function exporterOf(settings: Settings, url: string): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    settings.otlpProtocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url });
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
