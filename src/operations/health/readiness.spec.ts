import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../database/database.js';
import { Readiness } from './readiness.js';

const answering = { query: () => Promise.resolve([]) } as unknown as Database;

describe('Readiness', () => {
  it('is up where the database answers', async () => {
    expect(await new Readiness(answering).report()).toEqual({
      status: 'up',
      database: 'up',
      starting: false,
      shutting_down: false,
    });
  });

  it('is down until the start is done', async () => {
    const readiness = new Readiness(answering);
    const during = await readiness.startedBy(() => readiness.report());
    expect(during).toEqual({ status: 'down', database: 'up', starting: true, shutting_down: false });
    expect((await readiness.report()).status).toBe('up');
  });

  it('is down from the beginning of the shutdown on', async () => {
    const readiness = new Readiness(answering);
    readiness.beforeApplicationShutdown();
    expect(await readiness.report()).toMatchObject({ status: 'down', shutting_down: true });
  });
});
