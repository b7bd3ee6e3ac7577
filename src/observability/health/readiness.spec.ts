import { describe, expect, it, jest } from '@jest/globals';
import type { Database } from '../../database/database.js';
import { Readiness } from './readiness.js';
import type { GraphKeeper, GraphStatus } from '../../graph/memory/graph-keeper.js';
import type { WriteFailures, WriteProbe } from './write-probe.js';

const withGraph = (status: Partial<GraphStatus>) =>
  ({ status: { isKeptLoaded: true, graph: {}, ...status } }) as unknown as GraphKeeper;
const graph = withGraph({});
const probeOf = (failures: WriteFailures) => ({ failures: () => Promise.resolve(failures) }) as unknown as WriteProbe;
const writing = probeOf({});
const answering = { query: () => Promise.resolve([]) } as unknown as Database;

const reportOf = (failures: WriteFailures, status: Partial<GraphStatus> = {}) =>
  new Readiness(answering, probeOf(failures), withGraph(status)).report();
const reportWith = (status: Partial<GraphStatus>) => new Readiness(answering, writing, withGraph(status)).report();

describe('Readiness', () => {
  it('is up if the database answers', async () => {
    expect(await new Readiness(answering, writing, graph).report()).toEqual({
      status: 'up',
      database: 'up',
      starting: false,
      shutting_down: false,
      graph: 'up',
    });
  });

  it('asks the database once for reports that are asked at the same time', async () => {
    let asked = 0;
    const counting = { query: () => Promise.resolve(asked++) } as unknown as Database;
    const readiness = new Readiness(counting, writing, graph);
    await Promise.all([readiness.report(), readiness.report()]);
    expect(asked).toBe(1);
    await readiness.report();
    expect(asked).toBe(2);
  });

  it('is down until the graph is read, and reports why', async () => {
    const reason = 'the graph needs 9 MiB';
    expect(await reportWith({ graph: null })).toMatchObject({
      status: 'down',
      graph: 'down',
      reason: 'the graph is being read',
    });
    expect(await reportWith({ graph: null, failure: reason })).toMatchObject({ status: 'down', graph: 'down', reason });
    expect(await reportWith({ failure: reason })).toMatchObject({ status: 'up', graph: 'behind', reason });
  });

  it('names what cannot be done: without writing it is down, without ageing it is up', async () => {
    expect(await reportOf({ ageing: 'old' })).toMatchObject({
      status: 'up',
      database: 'up',
      failing: ['ageing'],
      reason: 'old',
    });
    expect(await reportOf({ writing: 'full', ageing: 'old' }, { failure: 'large' })).toMatchObject({
      status: 'down',
      database: 'up',
      graph: 'behind',
      failing: ['writing', 'ageing', 'graph'],
      reason: 'full; old; large',
    });
  });

  it('is up for reads while the database answers them, even if a write does not end', async () => {
    const stuck = { failures: () => new Promise<never>(() => {}) } as unknown as WriteProbe;
    const readiness = new Readiness(answering, stuck, graph);
    const writing = { failing: ['writing'], reason: 'the database did not finish a write in time' };
    jest.useFakeTimers();
    const reports = Promise.all([readiness.report(), readiness.report('reads')]);
    await jest.advanceTimersByTimeAsync(2000);
    jest.useRealTimers();
    expect(await reports).toMatchObject([
      { status: 'down', database: 'up', ...writing },
      { status: 'up', database: 'up', ...writing },
    ]);
    expect(await new Readiness(answering, probeOf({}), withGraph({ graph: null })).report('reads')).toMatchObject({
      status: 'down',
    });
  });

  it('says once that the database does not answer', async () => {
    const silent = { query: () => Promise.reject(new Error('connect ECONNREFUSED')) } as unknown as Database;
    expect(await new Readiness(silent, writing, withGraph({ failure: 'connect ECONNREFUSED' })).report()).toMatchObject(
      {
        status: 'down',
        database: 'down',
        failing: ['reading', 'writing', 'ageing', 'graph'],
        reason: 'the database does not answer',
      },
    );
    expect((await new Readiness(silent, writing, graph).report('reads')).status).toBe('down');
  });

  it('does not need the graph if the process answers no questions', async () => {
    const { graph: reported, status } = await new Readiness(
      answering,
      writing,
      withGraph({ isKeptLoaded: false, graph: null }),
    ).report();
    expect([status, reported]).toEqual(['up', undefined]);
  });

  it('is down until the start is complete', async () => {
    const readiness = new Readiness(answering, writing, graph);
    const during = await readiness.startedBy(() => readiness.report());
    expect(during).toEqual({ status: 'down', database: 'up', starting: true, shutting_down: false, graph: 'up' });
    expect((await readiness.report()).status).toBe('up');
  });

  it('is down from the start of the shutdown', async () => {
    const readiness = new Readiness(answering, writing, graph);
    readiness.shutDown();
    expect(await readiness.report()).toMatchObject({ status: 'down', shutting_down: true });
  });
});
