import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from './until.js';

type Value = string | number | boolean | undefined;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events: readonly string[];
  /** Whether the status is an error. */
  readonly hasFailed: boolean;
}

/** A receiver of OTLP over HTTP. It reads JSON, and keeps the bytes of everything else. */
export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Attributes of the process that sent last. */
  readonly resource: Readonly<Record<string, Value>>;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** Waits for spans. */
  find(isWanted: (span: ReceivedSpan) => boolean, count?: number): Promise<ReceivedSpan[]>;
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events: readonly { readonly name: string }[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export async function otlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  let resource: Record<string, Value> = {};
  const server = createServer((request, response) => void receive(request, response));
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    if (request.headers['content-type'] === 'application/json') {
      for (const sent of (JSON.parse(body.toString()) as Sent).resourceSpans) {
        resource = recordOf(sent.resource.attributes);
        spans.push(...sent.scopeSpans.flatMap((scope) => scope.spans.map(received)));
      }
    }
    response.setHeader('Content-Type', request.headers['content-type'] ?? 'application/json');
    response.end(request.headers['content-type'] === 'application/json' ? '{}' : undefined);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get resource() {
      return resource;
    },
    requests,
    find: async (isWanted, count = 1) => {
      await until(() => spans.filter(isWanted).length >= count);
      return spans.filter(isWanted);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function received({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  attributes,
  links,
  events,
  status,
}: SentSpan): ReceivedSpan {
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    kind,
    attributes: recordOf(attributes),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    events: events.map((event) => event.name),
    hasFailed: status.code === 2,
  };
}

function recordOf(attributes: readonly Attribute[]): Record<string, Value> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [only] = Object.values(value);
      return [key, typeof only === 'object' ? undefined : (only as Value)];
    }),
  );
}
