import {
  ChoiceSetting,
  FlagSetting,
  IntegerSetting,
  ListSetting,
  TextSetting,
  UrlSetting,
} from './setting.decorators.js';
import { AlertSettings } from './alert-settings.js';

const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
];

/** The part of {@link Settings} about traces. OpenTelemetry defines names and values. */
export class TraceSettings extends AlertSettings {
  @UrlSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base URL of an OpenTelemetry collector, which receives traces at /v1/traces; empty traces nothing (docs/operations.md).',
  )
  readonly otlpEndpoint!: string;

  @UrlSetting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'Whole URL that receives traces, if it differs from OTEL_EXPORTER_OTLP_ENDPOINT.',
  )
  readonly otlpTracesEndpoint!: string;

  @ChoiceSetting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/protobuf',
    ['http/protobuf', 'http/json'],
    'How traces are sent. Port 4318 of a collector accepts both; its port 4317 speaks gRPC, which is not supported.',
  )
  readonly otlpProtocol!: 'http/protobuf' | 'http/json';

  @ChoiceSetting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    samplers,
    'Which traces are recorded. With parentbased_, a traceparent of the client decides for its request.',
  )
  readonly tracesSampler!: string;

  @TextSetting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    [/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1'],
    'Share of the traces that the samplers ending in traceidratio record.',
  )
  readonly tracesSamplerArg!: string;

  @ListSetting(
    'OTEL_PROPAGATORS',
    'tracecontext',
    [/^(tracecontext|baggage|none)$/, 'tracecontext, baggage or none, separated by commas'],
    'Headers that a request may bring its trace in: tracecontext is traceparent; baggage has no effect; none begins a new trace for each request.',
  )
  readonly tracesPropagators!: readonly string[];

  @IntegerSetting(
    'OTEL_BSP_SCHEDULE_DELAY',
    5000,
    [10, 600_000],
    'Milliseconds between two batches of spans; one of 512 spans is sent at once.',
  )
  readonly tracesScheduleDelay!: number;

  @FlagSetting('OTEL_SDK_DISABLED', false, 'Whether traces are off although a receiver is set.')
  readonly tracesDisabled!: boolean;
}

/** The URL that receives spans; undefined if traces are off. */
export function tracesUrl(settings: TraceSettings): string | undefined {
  const { otlpEndpoint, otlpTracesEndpoint, tracesDisabled } = settings;
  if (tracesDisabled) return undefined;
  if (otlpTracesEndpoint) return otlpTracesEndpoint;
  return otlpEndpoint ? `${otlpEndpoint.replace(/\/$/, '')}/v1/traces` : undefined;
}
