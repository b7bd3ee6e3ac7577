import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ownDomain, TestJobs } from '../../../../test/support/test-jobs.js';
import { ConflictError, NotFoundError } from '../../../base/errors.js';
import { UploadFiles } from '../../../ingest/uploads/upload-files.repository.js';
import { Uploads } from '../../../ingest/uploads/uploads.repository.js';
import { ClientsService } from '../clients/clients.service.js';
import type { JobResult } from './job-result.js';
import { JobResultsRepository } from './job-results.repository.js';
import { domainResult } from './job.fixture.js';

const collected = { outcome: 'collected', message: '' } as const;

describe('the life of a job', () => {
  let jobs: TestJobs;
  let results: JobResultsRepository;
  let ingest: Uploads;
  let files: UploadFiles;
  let client: string;

  const toAnalyzing = (uploadId: number) =>
    jobs.app.database.transaction((tx) => results.toAnalyzing(uploadId, new Date(), tx));
  const finish = (uploadId: number, result: JobResult) =>
    jobs.app.database.transaction((tx) => results.finish(uploadId, result, new Date(), tx));

  beforeAll(async () => {
    jobs = await TestJobs.start();
    results = jobs.app.app.get(JobResultsRepository, { strict: false });
    ingest = jobs.app.app.get(Uploads);
    files = jobs.app.app.get(UploadFiles);
  });
  afterAll(() => jobs.close());
  beforeEach(async () => {
    client = await jobs.addClient();
  });

  it('goes from ready to complete, with results for its domains', async () => {
    const id = await jobs.createOnDemand(client, ownDomain);
    expect(await jobs.runs.current(client)).toBeNull();
    expect(await jobs.runs.receiving(client)).toBeNull();
    expect(await jobs.runs.start(client, id)).toMatchObject({ id, status: 'running', uploadId: null });
    expect(await jobs.runs.current(client)).toMatchObject({ id });

    const [first, second] = await Promise.all([jobs.runs.receiving(client), jobs.runs.receiving(client)]);
    expect(first).toEqual({ jobId: id, uploadId: expect.any(Number) });
    expect(second).toEqual(first);
    const uploadId = first?.uploadId ?? 0;
    const file = { name: 'x.json', media: 'json', spoolKey: `k-${id}`, size: 2, sha256: '00' } as const;
    const fileId = await ingest.addFile(uploadId, file);
    expect(await jobs.runs.end(client, { outcome: 'collected', message: 'all of it' })).toMatchObject({
      status: 'ingesting',
    });
    expect(await jobs.runs.end(client, collected)).toBeNull();
    expect((await ingest.find(uploadId))?.status).toBe('ingesting');

    await files.take(fileId);
    await files.finish(fileId, 'it was no JSON');
    expect(await toAnalyzing(uploadId)).toBe(true);
    expect(await toAnalyzing(uploadId)).toBe(false);
    expect(await jobs.runs.log(id, 'x.json: it was no JSON')).toBe(true);
    const end = {
      status: 'partially_complete',
      message: '1 file failed',
      results: [domainResult(), domainResult({ domainName: 'LAB', success: false })],
      lines: ['CORP.EXAMPLE: 3 computers'],
    } as const;
    expect(await finish(uploadId, end)).toBe(true);
    expect(await finish(uploadId, end)).toBe(false);

    const job = await jobs.get(id);
    expect(job).toMatchObject({ status: 'partially_complete', status_message: '1 file failed' });
    expect(job.domain_results).toMatchObject([
      { domain_name: 'CORP.EXAMPLE', success: true, user_count: 1, deleted_count: 12 },
      { domain_name: 'LAB', success: false },
    ]);
    expect(await jobs.log(id)).toEqual([
      'ready: made on demand',
      'running',
      'ingesting: all of it',
      'analyzing',
      'x.json: it was no JSON',
      'CORP.EXAMPLE: 3 computers',
      'partially_complete: 1 file failed',
    ]);
  });

  it('is one at a time for a client, and of that client alone', async () => {
    const first = await jobs.running(client);
    const second = await jobs.createOnDemand(client, ownDomain);
    await expect(jobs.runs.start(client, second)).rejects.toThrow(
      'status: the client is running another job; that must end first',
    );
    await expect(jobs.runs.start(client, first)).rejects.toThrow(
      "status: the job is running and can't become running; it can become ingesting, failed, timed_out, canceled",
    );
    const stranger = await jobs.addClient();
    await expect(jobs.runs.start(stranger, second)).rejects.toThrow(
      new NotFoundError('path.job_id', `there is no job ${second}`),
    );
    expect(await jobs.runs.receiving(stranger)).toBeNull();
    expect(await jobs.runs.end(stranger, collected)).toBeNull();
    expect(await jobs.get(first)).toMatchObject({ status: 'running' });
  });

  it('is started once and ended once by concurrent calls', async () => {
    const ids = [await jobs.createOnDemand(client, ownDomain), await jobs.createOnDemand(client, ownDomain)];
    const starts = await Promise.allSettled([...ids, ...ids, ...ids].map((id) => jobs.runs.start(client, id)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = starts.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
    expect(reasons).toEqual(Array(5).fill(expect.any(ConflictError)));
    const job = await jobs.runs.current(client);
    const ends = await Promise.allSettled([
      jobs.runs.end(client, collected),
      jobs.runs.cancel(job?.id ?? 0, 'alice'),
      jobs.runs.end(client, { outcome: 'failed', message: 'gave up' }),
      jobs.runs.timeOutSilent(new Date(Date.now() + 601_000)),
    ]);
    const { status } = await jobs.get(job?.id ?? 0);
    expect(['complete', 'canceled', 'failed', 'timed_out']).toContain(status);
    expect((await jobs.log(job?.id ?? 0)).filter((line) => line.startsWith(status))).toHaveLength(1);
    const refused = ends.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
    const count = status === 'canceled' ? 0 : 1;
    expect(refused).toEqual(Array(count).fill(expect.any(ConflictError)));
  });

  it('is complete if its client sent nothing, and failed with its data read if the client gave up', async () => {
    const empty = await jobs.running(client);
    expect(await jobs.runs.end(client, collected)).toMatchObject({ status: 'complete' });
    expect(await jobs.log(empty)).toEqual(['ready: made on demand', 'running', 'ingesting', 'analyzing', 'complete']);

    const failed = await jobs.running(client);
    const batch = await jobs.runs.receiving(client);
    expect(await jobs.runs.end(client, { outcome: 'failed', message: 'no route to DC1' })).toMatchObject({
      status: 'failed',
      statusMessage: 'no route to DC1',
    });
    expect((await ingest.find(batch?.uploadId ?? 0))?.status).toBe('complete');
    expect(await jobs.get(failed)).toMatchObject({ start_time: expect.any(String), end_time: expect.any(String) });
    expect(await toAnalyzing(batch?.uploadId ?? 0)).toBe(false);
  });

  it('times out when its client falls silent, and not while it is heard of', async () => {
    const id = await jobs.running(client);
    const batch = await jobs.runs.receiving(client);
    const began = Date.now();
    expect(await jobs.runs.timeOutSilent(new Date(began - 1_000 + 600_000))).not.toContain(id);
    await jobs.app.database.query(`UPDATE job SET last_heartbeat_at = now() - interval '590 seconds' WHERE id = $1`, [
      id,
    ]);
    await jobs.runs.current(client);
    expect(await jobs.runs.timeOutSilent(new Date())).not.toContain(id);
    await jobs.app.database.query(`UPDATE job SET last_heartbeat_at = now() - interval '601 seconds' WHERE id = $1`, [
      id,
    ]);
    expect(await jobs.runs.timeOutSilent(new Date())).toContain(id);
    expect(await jobs.get(id)).toMatchObject({
      status: 'timed_out',
      status_message: 'its client was silent for 600 s',
    });
    expect((await ingest.find(batch?.uploadId ?? 0))?.status).toBe('complete');
    expect(await jobs.runs.current(client)).toBeNull();
    await jobs.runs.start(client, await jobs.createOnDemand(client, ownDomain));
  });

  it('is closed for batches also if the process that ended it died', async () => {
    const id = await jobs.running(client);
    const batch = await jobs.runs.receiving(client);
    await jobs.app.app.get(ClientsService).delete(client);
    expect((await jobs.log(id)).at(-1)).toBe('canceled: its client was deleted');
    expect((await ingest.find(batch?.uploadId ?? 0))?.status).toBe('running');
    await jobs.runs.closeEnded();
    expect((await ingest.find(batch?.uploadId ?? 0))?.status).toBe('complete');
  });
});
