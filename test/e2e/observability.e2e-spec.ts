import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Readiness } from '../../src/observability/health/readiness.js';
import { type TestApp, testApp } from '../support/app.js';
import { send } from '../support/signed-client.js';
import { until } from '../support/until.js';

type Line = Record<string, unknown>;

let app: TestApp;
let lines: Line[] = [];

beforeAll(async () => {
  app = await testApp({ onLogLine: (line) => lines.push(line) });
  await app.call('GET', '/api/v2/self');
});
beforeEach(() => {
  lines = [];
});
afterAll(() => app.close());

/** The log line of a request, which is written after the answer. */
async function lineOf(response: Response): Promise<Line> {
  const id = response.headers.get('x-request-id');
  await until(() => lines.some(({ request_id }) => request_id === id));
  return lines.find(({ request_id }) => request_id === id)!;
}

describe('the log', () => {
  it('has one line for each request with its caller, target and status', async () => {
    const response = await app.call('GET', '/api/v2/asset-groups/1');
    expect(await lineOf(response)).toEqual({
      level: expect.anything(),
      time: expect.anything(),
      pid: expect.anything(),
      hostname: expect.anything(),
      msg: 'request',
      request_id: response.headers.get('x-request-id'),
      principal: 'a-administrator',
      method: 'GET',
      route: '/api/v2/asset-groups/:asset_group_id',
      path: '/api/v2/asset-groups/1',
      status: 200,
      ms: expect.any(Number),
    });
    expect(lines).toHaveLength(1);
  });

  it('has the reason of refused credentials, which the answer does not have', async () => {
    const response = await send(app.url, 'GET', '/api/v2/self', { headers: { Authorization: 'Bearer abc' } });
    expect(await lineOf(response)).toMatchObject({
      status: 401,
      principal: null,
      detail: expect.stringMatching(/jwt|token/i),
    });
  });

  it('contains no secret', async () => {
    const body = JSON.stringify({ login_method: 'secret', username: 'a-administrator', secret: 'hunter2-hunter2' });
    const login = await send(app.url, 'POST', '/api/v2/login', {
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    const token = await app.call('POST', '/api/v2/tokens', { token_name: 'logged' });
    const { data } = (await token.json()) as { data: { key: string } };
    const query = await app.call('GET', '/api/v2/custom-nodes?kindName=hunter3-hunter3');
    await Promise.all([login, token, query].map(lineOf));
    const text = JSON.stringify(lines);
    for (const secret of ['hunter2', 'hunter3', data.key, 'svcsignature']) expect(text).not.toContain(secret);
  });
});

function metricsFor(headers: Record<string, string>): Promise<Response> {
  return send(app.url, 'GET', '/metrics', { headers });
}

async function metricsStatusOf(host: string, target = '/metrics'): Promise<number> {
  const [response] = await once(get(app.url, { path: target, headers: { Host: host } }), 'response');
  response.resume();
  return response.statusCode;
}

describe('the metrics', () => {
  it('are open to callers on the same machine and count requests by route', async () => {
    await app.call('GET', '/api/v2/asset-groups/1');
    const response = await metricsFor({});
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toMatch(
      /graphward_http_request_seconds_count\{method="GET",route="\/api\/v2\/asset-groups\/:asset_group_id",status="200"\} \d+/,
    );
    expect(text).toMatch(/^graphward_build_info\{version="\d+\.\d+\.\d+",edition="enterprise",role="all"\} 1$/m);
    expect(text).toMatch(/^graphward_database_info\{database="\d+-\d+"\} 1$/m);
    expect(text).toMatch(/^graphward_ready 1$/m);
    expect(text).toMatch(/^graphward_graph_behind 0$/m);
    expect(text).toMatch(/^graphward_upload_files\{state="queued"\} 0$/m);
    expect(text).toMatch(/graphward_database_connections\{state="idle"\} \d+/);
  });

  it('need a permission for requests through a proxy', async () => {
    const proxied = { 'X-Forwarded-For': '203.0.113.9' };
    expect((await metricsFor(proxied)).status).toBe(401);
    const by = (role: 'auditor' | 'read_only') => app.as(role, 'signature', 'GET', '/metrics', { headers: proxied });
    expect([(await by('auditor')).status, (await by('read_only')).status]).toEqual([200, 403]);
  });

  it('need a permission if the host is not this machine, as after DNS rebinding', async () => {
    expect([await metricsStatusOf('localhost'), await metricsStatusOf('evil.example')]).toEqual([200, 401]);
    expect(await metricsStatusOf('localhost', 'http://evil.example/metrics')).toBe(401);
  });

  it('need a permission if a proxy is in front, whatever headers it adds', async () => {
    const behind = await testApp({ environment: { PUBLIC_URL: 'https://graph.example' } });
    try {
      expect((await send(behind.url, 'GET', '/metrics')).status).toBe(401);
      expect((await behind.as('auditor', 'bearer', 'GET', '/metrics')).status).toBe(200);
    } finally {
      await behind.close();
    }
  });
});

describe('health', () => {
  it('returns 503 while the service starts, without an error in the log', async () => {
    const readiness = app.app.get(Readiness);
    const ready = await readiness.startedBy(() => fetch(`${app.url}/health/ready`));
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'down', starting: true }]);
    expect(await lineOf(ready)).toMatchObject({ level: 30, msg: 'request', route: '/health/ready', status: 503 });
  });

  it('needs no credentials', async () => {
    const live = await fetch(`${app.url}/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'up' }]);
    const ready = await fetch(`${app.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'up', database: 'up', starting: false, shutting_down: false, graph: 'up' },
    ]);
  });
});

describe('the reference page', () => {
  it('contains all its scripts and styles', async () => {
    const page = await fetch(`${app.url}/api/v2/docs`);
    const html = await page.text();
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(5);
    for (const file of files) {
      const response = await fetch(app.url + file);
      expect([file, response.status, (await response.arrayBuffer()).byteLength > 100]).toEqual([file, 200, true]);
    }
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  });
});
