import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../test/support/until.js';
import type { Signer } from '../signed-headers.js';
import { type CollectorPlan, SimulatedCollector } from './simulated-collector.js';

const token: Signer = { id: '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11', key: 'test-key' };
const job = { id: 7, execution_time: '2026-10-01T12:00:00.000Z' };

/** A sign of life in between would be a call more, on a machine that is slow. */
const patient = { poll: 60 };

const plan: CollectorPlan = {
  preset: 'small',
  seed: 'spec',
  batch: 100,
  garbage: 0,
  poll: 0.05,
  rate: 10_000,
  jobs: 1,
  dieAfter: Infinity,
  silentAfter: Infinity,
  repeat: 1,
};

interface Call {
  readonly call: string;
  readonly body: Buffer;
}

type Answer = readonly [status: number, body?: unknown];

/** Runs against a fake service with one client and one job; each test sets its answers. */
describe('simulated collector', () => {
  let service: Server;
  let url: string;
  let calls: Call[];
  let lines: string[];
  let running: boolean;
  let answer: (call: string) => Answer | 'hang up' | undefined;
  let stop: AbortController;
  let keyword: string;

  beforeEach(async () => {
    [calls, lines, running, stop] = [[], [], false, new AbortController()];
    answer = () => undefined;
    keyword = 'svcsignature';
    service = createServer((request, response) => {
      void respond(request).then((given) => {
        if (given === 'hang up') return request.socket.destroy();
        return response.writeHead(given[0]).end(given[1] === undefined ? '' : JSON.stringify({ data: given[1] }));
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    service.closeAllConnections();
    service.close();
  });

  async function respond(request: IncomingMessage): Promise<Answer | 'hang up'> {
    const body = await read(request);
    const call = `${request.method} ${request.url!.replace('/api/v2', '')}`;
    calls.push({ call, body });
    return isSigned(request, body, keyword) ? (answer(call) ?? usual(call)) : [401];
  }

  function usual(call: string): Answer {
    if (call === 'PUT /clients/update') return [200, { id: 'c', name: 'one', type: 'directory' }];
    if (call === 'GET /jobs/current') return running ? [200, job] : [404];
    if (call === 'GET /jobs/available') return [200, [job]];
    if (call === 'POST /ingest') return [202];
    running = call === 'POST /jobs/start';
    return [200, job];
  }

  const collector = (more: Partial<CollectorPlan> = {}, signer = token) =>
    new SimulatedCollector({ url, token: signer, signal: stop.signal }, { ...plan, ...more }, (line) =>
      lines.push(line),
    );

  const batches = () => calls.filter(({ call }) => call === 'POST /ingest').map(({ body }) => body);

  const others = () => calls.map(({ call }) => call).filter((call) => call !== 'POST /ingest');

  it('starts a job, sends all its data and ends it', async () => {
    const { end, client, jobs } = await collector(patient).run();

    expect({ end, client }).toEqual({ end: 'done', client: { id: 'c', name: 'one', type: 'directory' } });
    expect(others()).toEqual([
      'PUT /clients/update',
      'GET /jobs/current',
      'GET /jobs/available',
      'POST /jobs/start',
      'POST /jobs/end',
    ]);
    const sent = batches().map((it) => JSON.parse(gunzipSync(it).toString()) as { data: object[]; meta: object });
    expect(Math.max(...sent.map(({ data }) => data.length))).toBe(100);
    expect(sent[0]!.meta).toEqual({ methods: 521_215, type: 'users', version: 6, count: 100 });
    expect(jobs).toEqual([
      {
        id: 7,
        end: 'complete',
        batches: sent.length,
        records: sent.reduce((sum, { data }) => sum + data.length, 0),
        bytes: batches().reduce((sum, { length }) => sum + length, 0),
        garbage: 0,
        refused: 0,
      },
    ]);
  });

  it('sends the tenant if it is a cloud client', async () => {
    answer = (call) => (call === 'PUT /clients/update' ? [200, { id: 'c', name: 'one', type: 'cloud' }] : undefined);
    await collector({ batch: 10_000 }).run();

    const [all, ...rest] = batches().map((it) => JSON.parse(gunzipSync(it).toString()) as { meta: object });
    expect(rest).toEqual([]);
    expect(all!.meta).toMatchObject({ type: 'azure', version: 5 });
  });

  it('exits without ending the job, finds it again and sends the same bytes', async () => {
    expect(await collector({ dieAfter: 3 }).run()).toMatchObject({
      end: 'died',
      jobs: [{ id: 7, end: 'left', batches: 3 }],
    });
    expect(others()).not.toContain('POST /jobs/end');
    const before = batches();
    calls.length = 0;

    expect(await collector(patient).run()).toMatchObject({ end: 'done', jobs: [{ id: 7, end: 'complete' }] });
    expect(others()).toEqual(['PUT /clients/update', 'GET /jobs/current', 'POST /jobs/end']);
    expect(batches().slice(0, 3)).toEqual(before);
  });

  it('sends each batch several times', async () => {
    const { jobs } = await collector({ repeat: 4 }).run();

    expect(batches()).toHaveLength(4 * jobs[0]!.batches);
    expect(new Set(batches().map((it) => it.toString('hex'))).size).toBe(jobs[0]!.batches);
  });

  it('sends garbage, reports refused batches, and fails if all are refused', async () => {
    answer = (call) => (call === 'POST /ingest' ? [400] : undefined);
    const { jobs } = await collector({ garbage: 1, batch: 10_000 }).run();

    expect(() => JSON.parse(gunzipSync(batches()[0]!).toString())).toThrow('JSON');
    expect(jobs).toMatchObject([{ end: 'failed', batches: 14, garbage: 14, refused: 14 }]);
    expect(others().filter((call) => call === 'POST /clients/error')).toHaveLength(14);
    expect(calls.at(-1)!.body.toString()).toBe('{"status":"failed","message":"14 of 14 batches were refused"}');
  });

  it('sends heartbeats between its batches', async () => {
    await collector({ rate: 5, batch: 10_000, preset: 'small', dieAfter: 2 }).run();

    expect(lines.filter((line) => line === 'job 7: heartbeat').length).toBeGreaterThanOrEqual(2);
  });

  it('makes no calls after it falls silent', async () => {
    const running = collector({ silentAfter: 2 }).run();
    await until(() => lines.includes('job 7: silent after 2 batches'));
    const said = calls.length;
    stop.abort();

    expect(await running).toMatchObject({ end: 'stopped', jobs: [{ end: 'left', batches: 2 }] });
    expect(calls).toHaveLength(said);
  });

  it('retries after errors, and finds its job started if the answer was lost', async () => {
    const failures: Record<string, (Answer | 'hang up')[]> = {
      'PUT /clients/update': [[503]],
      'POST /jobs/start': [[409]],
      'POST /ingest': ['hang up'],
    };
    answer = (call) => {
      const given = failures[call]?.shift();
      if (call === 'POST /jobs/start') running = true;
      return given;
    };
    expect(await collector().run()).toMatchObject({ end: 'done', jobs: [{ end: 'complete' }] });
    expect(lines[0]).toBe('PUT /clients/update: answered 503; again in 0.5 s');
    expect(batches()[0]).toEqual(batches()[1]);
  });

  it('signs with the given keyword', async () => {
    keyword = 'mine';

    expect(await collector({}, { ...token, keyword }).run()).toMatchObject({ end: 'done' });
  });

  it('leaves a job that the service ended', async () => {
    answer = (call) => (call === 'POST /ingest' && batches().length === 3 ? [409] : undefined);

    expect(await collector().run()).toMatchObject({ end: 'done', jobs: [{ end: 'lost', batches: 2 }] });
    expect(others()).not.toContain('POST /jobs/end');
  });

  it.each([
    [401, 'the service answered 401: '],
    [
      404,
      'the service has no calls for collectors (404): it needs EDITION=enterprise, and the token must belong to a client',
    ],
  ])('reports that the service refuses it: %d', async (status, message) => {
    answer = () => [status];

    await expect(collector().run()).rejects.toThrow(message);
  });
});

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function isSigned({ headers, method, url }: IncomingMessage, body: Buffer, keyword: string): boolean {
  const date = String(headers['requestdate']);
  const expected = hmac(hmac(hmac(token.key, `${method}${url}`), date.slice(0, 13)), body).toString('base64');
  return headers.authorization === `${keyword} ${token.id}` && headers['signature'] === expected;
}

function hmac(key: string | Buffer, part: string | Buffer): Buffer {
  return createHmac('sha256', key).update(part).digest();
}
