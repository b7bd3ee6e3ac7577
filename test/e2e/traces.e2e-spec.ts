import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OtlpCollector, otlpCollector, type ReceivedSpan } from '../support/otlp-collector.js';
import { build, type ServiceProcess, startService } from '../support/service-process.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { type ServiceHome, serviceHome } from '../support/test-database.js';
import { until } from '../support/until.js';

const PASSWORD = 'a password for the test';

const user = 'S-1-5-21-1-2-3-1104';

const collected = {
  meta: { type: 'users', version: 6, count: 1, methods: 0 },
  data: [{ ObjectIdentifier: user, Properties: { name: 'ALMA@TRACES.EXAMPLE', domainsid: 'S-1-5-21-1-2-3' } }],
};

let program: string;
let home: ServiceHome;
let collector: OtlpCollector;
let service: ServiceProcess;
let url: string;
let bearer: string;

beforeAll(async () => {
  [program, home, collector] = await Promise.all([build(), serviceHome(), otlpCollector()]);
  ({ service, url } = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }));
  bearer = await login(url, 'admin', PASSWORD);
});
afterAll(async () => {
  if (service.runs()) await service.stop();
  await collector.close();
  await home.remove();
  await rm(program, { recursive: true });
});

async function start(settings: Readonly<Record<string, string>>): Promise<{ service: ServiceProcess; url: string }> {
  const started = startService(program, {
    DATABASE_URL: home.db.url,
    DATA_DIR: home.dataDir,
    PORT: '0',
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    PASSWORD_HASH_MEMORY_KIB: '8192',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=graphs',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...settings,
  });
  const address = await started.listening;
  if (address === null) throw new Error(started.output());
  return { service: started, url: address };
}

/** A call in a trace of its own. */
async function call(
  method: string,
  target: string,
  { body, flags = '01' }: { body?: string; flags?: string } = {},
): Promise<{ response: Response; traceId: string; parent: string }> {
  const [traceId, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const headers = { traceparent: `00-${traceId}-${parent}-${flags}` };
  const response = await bearerFetch(url, bearer, method, target, { headers, ...(body !== undefined && { body }) });
  return { response, traceId, parent };
}

const isServer = ({ kind }: ReceivedSpan) => kind === 2;

/** The span of a request, which is sent after the spans of its statements. */
async function requestSpan(traceId: string): Promise<ReceivedSpan> {
  const [span] = await collector.find((it) => it.traceId === traceId && isServer(it));
  return span!;
}

function childrenOf({ traceId, spanId }: ReceivedSpan): ReceivedSpan[] {
  return collector.spans.filter((it) => it.traceId === traceId && it.parentSpanId === spanId);
}

function logLines(): Record<string, unknown>[] {
  const lines = service.output().split('\n');
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
}

const warnings = () =>
  logLines().filter(({ msg }) => String(msg).startsWith('spans are lost, the receiver is http://'));

describe('the trace of a request', () => {
  it('continues the trace of the caller, and has a span for the request and for each statement', async () => {
    const { response, traceId, parent } = await call('GET', '/api/v2/asset-groups/1?ignored=secret-value');
    expect(response.status).toBe(400);
    expect(await requestSpan(traceId)).toEqual({
      traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: parent,
      name: 'GET /api/v2/asset-groups/:asset_group_id',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v2/asset-groups/:asset_group_id',
        'http.response.status_code': 400,
        'url.path': '/api/v2/asset-groups/1',
        'network.protocol.version': '1.1',
        'graphward.request.id': response.headers.get('x-request-id'),
        'graphward.principal.kind': 'account',
      },
      links: [],
      events: [],
      hasFailed: false,
    });

    const found = await call('GET', '/api/v2/saml');
    const span = await requestSpan(found.traceId);
    expect(childrenOf(span).map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      {
        name: 'SELECT sso_provider',
        kind: 3,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': 'SELECT',
          'db.query.summary': 'SELECT sso_provider',
          'db.response.returned_rows': 0,
        },
      },
    ]);
  });

  it('has the ids that its log line has', async () => {
    const { response, traceId } = await call('GET', '/api/v2/self');
    const requestId = response.headers.get('x-request-id');
    const { spanId } = await requestSpan(traceId);
    await until(() => logLines().some((line) => line['request_id'] === requestId));
    expect(logLines().find((line) => line['request_id'] === requestId)).toMatchObject({
      trace_id: traceId,
      span_id: spanId,
      route: '/api/v2/self',
    });
  });

  it('is not recorded if the caller does not record it, or if it is a health check', async () => {
    const unsampled = await call('GET', '/api/v2/self', { flags: '00' });
    const health = await call('GET', '/health/ready');
    const later = await call('GET', '/api/v2/self');
    await requestSpan(later.traceId);
    const unwanted = new Set([unsampled.traceId, health.traceId]);
    expect(collector.spans.filter(({ traceId }) => unwanted.has(traceId))).toEqual([]);
    expect(unsampled.response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has a span of the method alone for an unknown path, and none of the caller without credentials', async () => {
    const traceId = randomBytes(16).toString('hex');
    await fetch(`${url}/api/v2/nowhere`, { headers: { traceparent: `00-${traceId}-${'a'.repeat(16)}-01` } });
    const span = await requestSpan(traceId);
    expect([span.name, span.attributes['http.route'], span.attributes['graphward.principal.kind']]).toEqual([
      'GET',
      undefined,
      'none',
    ]);
  });
});

describe('the trace of an uploaded file', () => {
  it('leads from the request to the task, the file and the analysis', async () => {
    const upload = await call('POST', '/api/v2/file-upload/start');
    const { data } = (await upload.response.json()) as { data: { id: number } };
    const sent = await call('POST', `/api/v2/file-upload/${data.id}`, { body: JSON.stringify(collected) });
    expect(sent.response.status).toBe(202);
    await call('POST', `/api/v2/file-upload/${data.id}/end`);

    const [task] = await collector.find(({ name }) => name === 'task ingest-file');
    const [file] = await collector.find(({ name }) => name === 'read file');
    expect(task).toMatchObject({ kind: 5, parentSpanId: undefined, links: [{ traceId: sent.traceId }] });
    expect(file).toMatchObject({
      traceId: task!.traceId,
      parentSpanId: task!.spanId,
      attributes: {
        'graphward.upload.id': data.id,
        'graphward.file.attempt': 1,
        'graphward.file.payloads': 1,
        'graphward.file.records': 1,
        'graphward.file.faults': 0,
      },
    });

    const [run] = await collector.find(({ name }) => name === 'analysis run');
    expect(run!.events).toEqual([
      'stage nodes',
      'stage memberships',
      'stage rights',
      'stage tier zero',
      'stage data quality',
    ]);
    const [analysis] = await collector.find(
      ({ name, spanId }) => name === 'task analysis' && spanId === run!.parentSpanId,
    );
    expect(analysis).toMatchObject({ kind: 5, hasFailed: false });
  });

  it('of a question names it, with its time in the thread', async () => {
    const { response, traceId } = await call('GET', `/api/v2/graphs/reachable?node=${user}&direction=in`);
    expect(response.status).toBe(200);
    const span = await requestSpan(traceId);
    const [question] = childrenOf(span).filter(({ name }) => name.startsWith('question'));
    expect(question).toMatchObject({
      name: 'question reachable',
      kind: 1,
      attributes: {
        'graphward.question.name': 'reachable',
        'graphward.graph.version': expect.any(Number),
        'graphward.question.wait_ms': expect.any(Number),
        'graphward.question.thread_ms': expect.any(Number),
      },
    });
  });
});

it('sends no secret, no value and no query', () => {
  const sent = collector.requests.map(({ body }) => body.toString()).join('\n');
  expect(sent).toContain('POST /api/v2/file-upload/:');
  for (const secret of [PASSWORD, bearer, 'secret-value', 'ALMA@TRACES.EXAMPLE']) expect(sent).not.toContain(secret);
});

it('sends with the headers and the resource of the standard variables', () => {
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'graphs' } });
  expect(collector.resource).toMatchObject({
    'service.name': 'graphward',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    'deployment.environment.name': 'test',
    'graphward.edition': 'community',
    'graphward.role': 'all',
  });
});

it('sends protobuf by default, and the last spans of a process when it stops', async () => {
  const second = await start({ ROLE: 'api', OTEL_BSP_SCHEDULE_DELAY: '600000', OTEL_SERVICE_NAME: 'second-graphs' });
  await fetch(`${second.url}/api/v2/self`);
  expect(await second.service.stop()).toBe(0);
  const [last] = collector.requests.filter(({ headers }) => headers['content-type'] === 'application/x-protobuf');
  expect(last!.body.includes('second-graphs')).toBe(true);
  expect(last!.body.includes('GET /api/v2/self')).toBe(true);
});

it('serves and stops without the collector, and logs that it is away once', async () => {
  await collector.close();
  await fetch(`${url}/api/v2/self`);
  await until(() => warnings().length > 0);
  await fetch(`${url}/api/v2/self`);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  expect(warnings()).toMatchObject([{ level: 'warn', context: 'Traces' }]);
});
