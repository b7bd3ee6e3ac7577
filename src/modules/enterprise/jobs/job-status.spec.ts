import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ConflictError } from '../../../base/errors.js';
import {
  finishedStatuses,
  jobStatuses,
  pathBetween,
  requireTransition,
  statusesBefore,
  successorsOf,
} from './job-status.js';

const legal = new Set([
  'ready>running',
  'ready>canceled',
  'running>ingesting',
  'running>failed',
  'running>timed_out',
  'running>canceled',
  'ingesting>analyzing',
  'ingesting>failed',
  'analyzing>complete',
  'analyzing>partially_complete',
  'analyzing>failed',
]);

describe('the states of a job', () => {
  it.each(jobStatuses.flatMap((from) => jobStatuses.map((to) => [from, to] as const)))(
    'decides whether %s may become %s by the table',
    (from, to) => {
      expect(isRefused(() => requireTransition(from, to))).toBe(!legal.has(`${from}>${to}`));
    },
  );

  it.each(jobStatuses)('returns the predecessors of %s', (to) => {
    expect(statusesBefore(to).map((from) => `${from}>${to}`)).toEqual([...legal].filter((it) => it.endsWith(`>${to}`)));
  });

  it('names the state of the job and its successors in the refusal', () => {
    expect(() => requireTransition('ready', 'complete')).toThrow(
      "status: the job is ready and can't become complete; it can become running, canceled",
    );
    expect(() => requireTransition('failed', 'running')).toThrow(
      "status: the job is failed and can't become running; that state is final",
    );
  });

  it('are finished once the collection has ended', () => {
    expect(finishedStatuses).toEqual([
      'ingesting',
      'analyzing',
      'complete',
      'partially_complete',
      'failed',
      'canceled',
      'timed_out',
    ]);
  });

  it('finds the way to every state that can be reached, by legal steps only', () => {
    const status = fc.constantFrom(...jobStatuses);
    fc.assert(
      fc.property(status, status, (from, to) => {
        const path = pathBetween(from, to);
        let last = from;
        for (const next of path) {
          expect(successorsOf(last)).toContain(next);
          last = next;
        }
        expect(path.length === 0 || last === to).toBe(true);
      }),
    );
    expect(pathBetween('ready', 'partially_complete')).toEqual([
      'running',
      'ingesting',
      'analyzing',
      'partially_complete',
    ]);
    expect(pathBetween('failed', 'ready')).toEqual([]);
  });

  it('are as in the documentation', () => {
    const page = readFileSync(new URL('../../../../docs/jobs.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm)];
    const table = rows.map(([, from, next]) => [from, [...(next ?? '').matchAll(/`(\w+)`/g)].map(([, to]) => to)]);
    expect(table).toEqual(jobStatuses.map((status) => [status, [...successorsOf(status)]]));
  });
});

function isRefused(attempt: () => void): boolean {
  try {
    attempt();
    return false;
  } catch (error) {
    if (error instanceof ConflictError) return true;
    throw error;
  }
}
