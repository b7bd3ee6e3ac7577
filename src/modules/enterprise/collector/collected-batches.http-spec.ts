import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { send, signedHeaders } from '../../../../test/support/signed-client.js';
import { TestJobs } from '../../../../test/support/test-jobs.js';
import { until } from '../../../../test/support/until.js';
import { Uploads } from '../../../ingest/uploads/uploads.repository.js';
import { zipOf } from '../../../ingest/reading/zip.fixture.js';
import { filesOf, noJob, spooled, TestCollector, usersFile } from './collector.fixture.js';

describe('data of collectors', () => {
  let jobs: TestJobs;
  let client: TestCollector;

  beforeAll(async () => {
    jobs = await TestJobs.start();
  });
  afterAll(() => jobs.close());
  beforeEach(async () => {
    client = await TestCollector.of(jobs);
  });

  it('is taken, each batch once', async () => {
    const id = await client.runJob();
    const before = await spooled(jobs);
    const packed = gzipSync(usersFile('S-1'));
    for (let time = 0; time < 4; time++) {
      expect(await client.ingest(packed, { 'Content-Encoding': 'gzip' })).toEqual({ status: 202, body: undefined });
    }
    const [batch] = await filesOf(jobs, id);
    expect(await filesOf(jobs, id)).toEqual([
      { name: expect.stringMatching(/^batch-[0-9a-f]{12}\.json$/), media: 'json' },
    ]);
    expect(await spooled(jobs)).toBe(before + 1);
    expect(
      (
        await client.ingest(zipOf([{ name: 'users.json', content: usersFile('S-2') }]), {
          'Content-Type': 'application/zip',
        })
      ).status,
    ).toBe(202);
    expect((await filesOf(jobs, id)).map(({ media }) => media)).toEqual(['json', 'zip']);

    const twice = usersFile('S-3');
    expect(await Promise.all([1, 2, 3, 4].map(async () => (await client.ingest(twice)).status))).toEqual([
      202, 202, 202, 202,
    ]);
    expect(await filesOf(jobs, id)).toHaveLength(3);
    await client.tell('POST', '/jobs/end', { status: 'complete' });
    expect(await jobs.get(id)).toMatchObject({ status: 'ingesting' });
    expect(await client.ingest(twice)).toMatchObject(noJob);

    const next = await client.runJob();
    expect((await client.ingest(packed, { 'Content-Encoding': 'gzip' })).status).toBe(202);
    expect(await filesOf(jobs, next)).toEqual([batch]);
  });

  it('is the same batch in any packing', async () => {
    const id = await client.runJob();
    const before = await spooled(jobs);
    const plain = usersFile('S-1');
    for (const [body, headers] of [
      [gzipSync(plain, { level: 9 }), { 'Content-Encoding': 'gzip' }],
      [gzipSync(plain, { level: 0 }), { 'Content-Encoding': 'gzip' }],
      [deflateSync(plain), { 'Content-Encoding': 'deflate' }],
      [gzipSync(plain), { 'Content-Type': 'application/gzip' }],
      [plain, {}],
    ] as const) {
      expect((await client.ingest(body, headers)).status).toBe(202);
    }
    expect(await filesOf(jobs, id)).toHaveLength(1);
    expect(await spooled(jobs)).toBe(before + 1);
  });

  it('is accepted without a type, and refused with a hint for a wrong type', async () => {
    const id = await client.runJob();
    const body = gzipSync(usersFile('S-1'));
    const untyped = await client.call('POST', '/ingest', { body, headers: { 'Content-Encoding': 'gzip' } });
    expect(untyped).toEqual({ status: 202, body: undefined });
    expect(await filesOf(jobs, id)).toHaveLength(1);
    expect(await client.ingest('{}', { 'Content-Type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: {
        errors: [
          {
            code: 'body.unsupported_type',
            context: 'header.Content-Type',
            message: expect.stringMatching(
              /^"application\/x-www-form-urlencoded" is not supported; it takes .*, or none$/,
            ),
          },
        ],
      },
    });
  });

  it('counts as a call of the client, once it is taken', async () => {
    await client.runJob();
    const checkIns = async () => {
      const [row] = await jobs.app.database.query<{ last_checkin: Date }>(
        'SELECT last_checkin FROM client WHERE id = $1',
        [client.id],
      );
      return row?.last_checkin;
    };
    const forgotten = new Date('2026-01-01T00:00:00Z');
    await jobs.app.database.query('UPDATE client SET last_checkin = $2 WHERE id = $1', [client.id, forgotten]);
    expect((await client.ingest('no JSON')).status).toBe(400);
    expect(await checkIns()).toEqual(forgotten);
    expect((await client.ingest(usersFile('S-1'))).status).toBe(202);
    expect(await checkIns()).not.toEqual(forgotten);
  });

  it('is refused if the job was closed during the transfer', async () => {
    const id = await client.runJob();
    await client.ingest(usersFile('S-1'));
    const [job] = await jobs.app.database.query<{ ingest: number }>(
      'SELECT upload_id AS ingest FROM job WHERE id = $1',
      [id],
    );
    await jobs.app.app.get(Uploads, { strict: false }).end(job?.ingest ?? 0);
    const before = await spooled(jobs);
    expect(await client.ingest(usersFile('S-2'))).toMatchObject(noJob);
    expect(await spooled(jobs)).toBe(before);
  });

  it('is refused if the token was revoked during the transfer', async () => {
    const id = await client.runJob();
    const before = await spooled(jobs);
    const body = usersFile('S-1');
    const headers = {
      ...signedHeaders(client.token, 'POST', '/api/v2/ingest', { body }),
      'Content-Length': String(body.length),
    };
    const request = http.request(`${jobs.app.url}/api/v2/ingest`, { method: 'POST', headers, agent: false });
    const answered = once(request, 'response');
    request.write(body.slice(0, 20));
    await until(async () => (await spooled(jobs)) > before);
    expect((await jobs.app.call('PUT', `/api/v2/clients/${client.id}/token`)).status).toBe(200);
    request.end(body.slice(20));
    const [answer] = (await answered) as [http.IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(await spooled(jobs)).toBe(before);
    expect(await filesOf(jobs, id)).toEqual([]);
  });

  it('leaves no rows and files if it is refused', async () => {
    expect(await client.ingest(usersFile('S-1'))).toMatchObject(noJob);
    const id = await client.runJob();
    const before = await spooled(jobs);
    expect(await client.ingest('no JSON')).toMatchObject({ status: 400, body: { errors: [{ context: 'body' }] } });
    expect(await client.ingest(randomBytes(100), { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 400 });
    expect((await client.call('POST', '/ingest')).status).toBe(400);
    expect((await client.ingest('{}', { 'Content-Type': 'text/html' })).status).toBe(415);
    expect(await spooled(jobs)).toBe(before);
    expect(await filesOf(jobs, id)).toEqual([]);
  });

  it('is refused if the signature belongs to another body', async () => {
    const id = await client.runJob();
    await jobs.app.database.query(`UPDATE job SET last_heartbeat_at = '2026-01-01' WHERE id = $1`, [id]);
    const before = await spooled(jobs);
    for (const body of [usersFile('S-1'), 'no JSON at all, and long enough to be looked at']) {
      const headers = {
        'Content-Type': 'application/json',
        ...signedHeaders(client.token, 'POST', '/api/v2/ingest', { body: 'another' }),
      };
      const answer = await send(jobs.app.url, 'POST', '/api/v2/ingest', { headers, body });
      expect(answer.status).toBe(401);
    }
    expect(await spooled(jobs)).toBe(before);
    const [row] = await jobs.app.database.query('SELECT upload_id, last_heartbeat_at FROM job WHERE id = $1', [id]);
    expect(row).toEqual({ upload_id: null, last_heartbeat_at: new Date('2026-01-01') });
  });
});
