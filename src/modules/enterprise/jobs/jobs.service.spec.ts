import { describe, expect, it, jest } from '@jest/globals';
import { ConflictError, NotFoundError } from '../../../base/errors.js';
import { clientId, domainResult, finishedJob } from './job.fixture.js';
import { finishedStatuses } from './job-status.js';
import type { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

const now = new Date('2026-04-01T00:00:00Z');

function serviceWith(found: null = null) {
  const insert = jest.fn<JobsRepository['insert']>().mockResolvedValue(17);
  const findWire = jest.fn<JobsRepository['findWire']>().mockResolvedValue(found);
  const repository = { insert, findWire } as Partial<JobsRepository> as JobsRepository;
  return { service: new JobsService(repository, { now: () => now }), insert };
}

describe('jobs', () => {
  it.each(finishedStatuses)('are recorded as %s with the times they had', async (status) => {
    const { service, insert } = serviceWith();
    const results = [domainResult()];
    const draft = finishedJob({ status, results });
    expect(await service.record(draft)).toBe(17);
    const { results: _, ...job } = draft;
    expect(insert).toHaveBeenCalledWith({ ...job, clientId }, results, now);
  });

  it('that were canceled before they began have begun when they ended', async () => {
    const { service, insert } = serviceWith();
    const draft = finishedJob({ status: 'canceled', startTime: null });
    await service.record(draft);
    expect(insert.mock.calls[0]?.[0]).toMatchObject({ startTime: draft.endTime, endTime: draft.endTime });
  });

  it.each(finishedStatuses.filter((status) => status !== 'canceled'))('that never began are not %s', async (status) => {
    const { service, insert } = serviceWith();
    await expect(service.record(finishedJob({ status, startTime: null }))).rejects.toThrow(ConflictError);
    expect(insert).not.toHaveBeenCalled();
  });

  it('that do not exist are not found', async () => {
    const attempt = serviceWith().service.get(9);
    await expect(attempt).rejects.toThrow(new NotFoundError('path.job_id', 'there is no job 9'));
  });
});
