import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../database/database.js';
import { Readiness } from './readiness.js';
import type { WriteProbe } from './write-probe.js';

const writing = { failure: () => Promise.resolve(undefined) } as unknown as WriteProbe;
const answering = { query: () => Promise.resolve([]) } as unknown as Database;

describe('Readiness', () => {
  it('is up if the database answers', async () => {
    expect(await new Readiness(answering, writing).report()).toEqual({
      status: 'up',
      database: 'up',
      starting: false,
      shutting_down: false,
    });
  });

  it('is down until the start is complete', async () => {
    const readiness = new Readiness(answering, writing);
    const during = await readiness.startedBy(() => readiness.report());
    expect(during).toEqual({ status: 'down', database: 'up', starting: true, shutting_down: false });
    expect((await readiness.report()).status).toBe('up');
  });

  it('is down from the start of the shutdown', async () => {
    const readiness = new Readiness(answering, writing);
    readiness.beforeApplicationShutdown();
    expect(await readiness.report()).toMatchObject({ status: 'down', shutting_down: true });
  });
});
